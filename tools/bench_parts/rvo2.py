"""RVO2 by its Python package pyrvo, filled from a scene file. Needs numpy and pyrvo."""
import numpy
import pyrvo

from bench_parts import scene_file


class Rvo2:
    """Agents in the order of the file, which is that of their ids."""

    def __init__(self, path: str):
        header, agents = scene_file.read(path)
        profiles = header["profiles"]
        x, y, vx, vy, _, _, goal_x, goal_y, radius, max_speed, self.preferred_speed, profile = agents.T
        self.goal = numpy.stack([goal_x, goal_y], axis=1)
        self.count = len(agents)
        p = profiles[0]
        self.simulator = pyrvo.RVOSimulator(header["time_step"], p["neighbor_distance"], p["max_neighbors"], p["time_horizon"],
                                            p["time_horizon_obstacle"], p["radius"], p["max_speed"])
        for obstacle in header["obstacles"]:
            self.simulator.add_obstacle([tuple(vertex) for vertex in obstacle["vertices"]])
        self.simulator.process_obstacles()
        columns = (x, y, vx, vy, radius, max_speed, profile.astype(int))
        for px, py, ux, uy, r, fastest, row in zip(*(column.tolist() for column in columns)):
            p = profiles[row]
            self.simulator.add_agent((px, py), p["neighbor_distance"], p["max_neighbors"], p["time_horizon"],
                                     p["time_horizon_obstacle"], r, fastest, (ux, uy))

    def positions(self):
        at = self.simulator.get_agent_position
        return numpy.array([(p.x, p.y) for p in map(at, range(self.count))], dtype=numpy.float64).reshape(self.count, 2)

    def prefer(self, velocities) -> None:
        for agent, velocity in enumerate(velocities.tolist()):
            self.simulator.set_agent_pref_velocity(agent, velocity)

    def prefer_goals(self) -> None:
        """At the agents' preferred speed straight to their goals, which are far."""
        way = self.goal - self.positions()
        self.prefer(way * (self.preferred_speed / numpy.sqrt((way * way).sum(axis=1)))[:, None])

    def step(self) -> None:
        self.simulator.do_step()
