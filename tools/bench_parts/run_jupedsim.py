"""JuPedSim on a scene of tests/data/places: run_jupedsim.py SCENE PLACES LIMIT, a JSON object on stdout. Needs jupedsim.

PLACES: JSON, where people begin. LIMIT: seconds of the processor, after which it stops.
"""
import json
import pathlib
import sys
import time

import jupedsim
import shapely
import shapely.affinity


def polygons_of(shape) -> list:
    if shape.geom_type == "Polygon":
        return [shape]
    return [polygon for part in getattr(shape, "geoms", []) for polygon in polygons_of(part)]


def main() -> int:
    scene_file, places_file, limit = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3])
    scene = json.loads(scene_file.read_text())
    text = (scene_file.parent / scene["geometry"]["wkt"]).read_text()
    area = shapely.unary_union(polygons_of(shapely.from_wkt(text)))
    # Its coordinates are relative to the middle of the area here: it is not made for millions of meters.
    middle = area.centroid
    area = shapely.affinity.translate(area, -middle.x, -middle.y)
    shift = (-middle.x, -middle.y)
    simulation = jupedsim.Simulation(model=jupedsim.CollisionFreeSpeedModel(), geometry=area)
    (goal,) = scene["goals"].values()
    exit_stage = simulation.add_exit_stage([(x + shift[0], y + shift[1]) for x, y in goal["polygon"]])
    journey = simulation.add_journey(jupedsim.JourneyDescription([exit_stage]))
    accepted = []
    for x, y in json.loads(places_file.read_text()):
        try:
            simulation.add_agent(jupedsim.CollisionFreeSpeedModelAgentParameters(
                position=(x + shift[0], y + shift[1]), journey_id=journey, stage_id=exit_stage))
            accepted.append((x, y))
        except Exception:  # too near to a wall or to another one for it
            pass
    people = simulation.agent_count()
    begin = time.process_time()
    agent_steps = 0
    while simulation.agent_count() > 0 and simulation.elapsed_time() < scene["duration"]:
        agent_steps += simulation.agent_count()
        simulation.iterate()
        if time.process_time() - begin > limit:
            break
    seconds = time.process_time() - begin
    steps = max(simulation.iteration_count(), 1)
    print(json.dumps({
        "version": jupedsim.__version__,
        "model": "CollisionFreeSpeedModel",
        "people": people,
        "places": accepted,
        "arrived": people - simulation.agent_count(),
        "evacuation_time": round(simulation.elapsed_time(), 2) if simulation.agent_count() == 0 else None,
        "simulated_time": round(simulation.elapsed_time(), 2),
        "time_step": simulation.delta_time(),
        "milliseconds_per_step": 1e3 * seconds / steps,
        "microseconds_per_agent_step": 1e6 * seconds / max(agent_steps, 1),
        "seconds_per_simulated_second": seconds / max(simulation.elapsed_time(), 1e-9),
    }))
    return 0


if __name__ == "__main__":
    sys.exit(main())
