// Bad scenarios: the error names file, place, what was found and what is wanted.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_errors_tests {
namespace {

struct BadCase {
  const char* name;
  std::string text;
  std::string place;    // after "test.json: "
  std::string message;  // part of it
};

void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.name; }

class BadScenario : public testing::TestWithParam<BadCase> {};

TEST_P(BadScenario, SaysWhatAndWhere) {
  const std::string message = error_of([] { parse(GetParam().text); });
  EXPECT_EQ(message.find("test.json: " + GetParam().place), 0u) << message;
  expect_contains(message, GetParam().message);
}

std::string profile_text(const std::string& keys) { return scenario_text(R"("profiles": {"p": {)" + keys + "}}"); }
std::string fill_text(const std::string& fill, const std::string& more = R"(, "count": 3)") {
  return scenario_text(R"("agents": [{"fill": )" + fill + more + "}]");
}

const std::vector<BadCase> syntax_cases = {
    {"Empty", "", "line 1, column 1: ", "unexpected end of input"},
    {"Nul", std::string("{\"throng\": 1,\n\"duration\": 1}\0", 29), "line 2: found a NUL character", ""},
    {"Truncated", "{\"throng\": 1,\n  \"duration\"", "line 2, column 13", "unexpected end of input"},
    {"TrailingComma", "{\"throng\": 1,\n\"agents\": [1,]}", "line 2, column 14", "unexpected ']'"},
    {"Comment", "{\"throng\": 1 // one\n}", "line 1, column 14", "syntax error"},
    {"TwoDocuments", "{}{}", "line 1, column 3", "expected end of input"},
    {"NotUtf8", "{\"throng\": 1, \"name\": \"\xff\"}", "line 1, column 24", "UTF-8"},
    {"NotANumber", R"({"throng": 1, "duration": NaN})", "line 1, column 27", "invalid literal"},
    {"Overflow", R"({"throng": 1, "duration": 1e999})",
     "line 1, column 31 (/duration): ", "number overflow parsing '1e999'"},
    {"TwiceTheSameKey", R"({"throng": 1, "agents": [{"position": [0, 0], "radius": 1, "radius": 2}]})",
     "/agents/0/radius: ", "twice"},
    {"Deep", std::string(100, '[') + std::string(100, ']'), "/0/0/0", "nested deeper than 64"},
    {"NotAnObject", "[1]", "(top level): found [1], wanted an object", ""},
};

const std::vector<BadCase> world_cases = {
    {"NoVersion", R"({"duration": 1})", "(top level): ", "the key `throng` is missing"},
    {"NewVersion", R"({"throng": 2, "future": 1})", "/throng: found version 2", "newer Throng"},
    {"VersionZero", R"({"throng": 0})", "/throng: found 0, wanted a whole number from 1", ""},
    {"VersionText", R"({"throng": "1"})", "/throng: found \"1\"", ""},
    {"NoDuration", R"({"throng": 1})", "(top level): ", "the key `duration` is missing"},
    {"ZeroDuration", R"({"throng": 1, "duration": 0})", "/duration: found 0, wanted a number above 0", " s"},
    {"Misspelt", scenario_text(R"("time_stpe": 0.1)"), "/time_stpe: unknown key, did you mean `time_step`?", ""},
    {"Unknown", scenario_text(R"("zzzzzzzz": 0.1)"), "/zzzzzzzz: unknown key; known here: throng, name", ""},
    {"StrangeKey", scenario_text(R"("a/b~c": 0.1)"), "/a~1b~0c: unknown key", ""},
    {"NoTimeStep", scenario_text(R"("time_step": 0)"), "/time_step: found 0, wanted a number from 1e-06 to 1e+06 s",
     ""},
    {"HugeTimeStep", scenario_text(R"("time_step": 1e7)"), "/time_step: found 10000000.0", ""},
    {"NegativeSeed", scenario_text(R"("seed": -1)"), "/seed: found -1, wanted a whole number from 0", ""},
    {"HugeSeed", scenario_text(R"("seed": 18446744073709551616)"), "/seed: found 1.8446744073709552e+19",
     "whole number"},
    {"SeedFraction", scenario_text(R"("seed": 1.5)"), "/seed: found 1.5", "whole number"},
    {"NameNumber", scenario_text(R"("name": 5)"), "/name: found 5, wanted a text", ""},
    {"NameForTheTerminal", scenario_text(R"("name": "a\u001b[2Jb")"),
     "/name: found \"a\\u001b[2Jb\", wanted a text without control characters", ""},
    {"KeyForTheTerminal", scenario_text(R"("a\u0000b": 1)"), "/a\\u0000b: unknown key", ""},
    {"SymmetryNumber", scenario_text(R"("break_symmetry": 1)"), "/break_symmetry: found 1, wanted true or false", ""},
    {"LeaveText", scenario_text(R"("leave_obstacles": "no")"), "/leave_obstacles: found \"no\", wanted true or false",
     ""},
    {"Responsibility", scenario_text(R"("responsibility": "mine")"),
     "/responsibility: found \"mine\", wanted \"equal\"", ""},
    {"Query", scenario_text(R"("neighbor_query": null)"), "/neighbor_query: found null, wanted \"nearest\"", ""},
    {"Noise", scenario_text(R"("preferred_velocity_noise": -0.1)"), "/preferred_velocity_noise: found -0.1", "m/s"},
    {"Contact", scenario_text(R"("contact": 8)"), "/contact: found 8, wanted true, false, null or an object", ""},
    {"Stuck", scenario_text(R"("stuck": 8)"), "/stuck: found 8, wanted true, false, null or an object", ""},
    {"StuckKey", scenario_text(R"("stuck": {"times": 8})"), "/stuck/times: unknown key", "time"},
    {"StuckTime", scenario_text(R"("stuck": {"time": 0.1})"), "/stuck: found a time of 0.1 s, wanted at least two time",
     ""},
    {"StuckProgress", scenario_text(R"("stuck": {"progress": 0})"), "/stuck/progress: found 0, wanted", ""},
    {"StuckRelief", scenario_text(R"("stuck": {"relief": "push"})"), "/stuck/relief: found", "sidestep"},
    {"ContactKey", scenario_text(R"("contact": {"iteration": 8})"), "/contact/iteration: unknown key", "iterations"},
    {"ContactIterations", scenario_text(R"("contact": {"iterations": 0})"),
     "/contact/iterations: found 0, wanted a whole number from 1 to 256", ""},
    {"EveryZero", scenario_text(R"("record": {"every": 0})"), "/record/every: found 0, wanted a whole number from 1",
     ""},
    {"RecordKey", scenario_text(R"("record": {"evry": 1})"), "/record/evry: unknown key, did you mean `every`?", ""},
    {"Agents", scenario_text(R"("agents": {})"), "/agents: found an object of 0 keys, wanted an array", ""},
    {"Profiles", scenario_text(R"("profiles": [])"), "/profiles: found []", ""},
    {"FarApart", scenario_text(R"("agents": [{"position": [-1e9, 0]}, {"position": [1e9, 0]}])"),
     "(top level): ", "reach 1e+09 m from their middle"},
    {"FarGoal", agent_text(R"("goal": [1e8, 0])"), "(top level): a goal is 1e+08 m", ""},
};

const std::vector<BadCase> profile_cases = {
    {"Radius", profile_text(R"("radius": -0.3)"), "/profiles/p/radius: found -0.3, wanted a number from 0 to 1e+06 m",
     ""},
    {"RadiusText", profile_text(R"("radius": "0.3")"), "/profiles/p/radius: found \"0.3\", wanted a number", "uniform"},
    {"MaxSpeed", profile_text(R"("max_speed": 1e6)"), "/profiles/p/max_speed: found 1000000.0", "m/s"},
    {"PreferredSpeed", profile_text(R"("preferred_speed": null)"), "/profiles/p/preferred_speed: found null", "m/s"},
    {"NeighborDistance", profile_text(R"("neighbor_distance": -1)"), "/profiles/p/neighbor_distance: found -1", " m"},
    {"MaxNeighbors", profile_text(R"("max_neighbors": 257)"), "/profiles/p/max_neighbors: found 257", "from 0 to 256"},
    {"TimeHorizon", profile_text(R"("time_horizon": 0)"), "/profiles/p/time_horizon: found 0", " s"},
    {"TimeHorizonObstacle", profile_text(R"("time_horizon_obstacle": -1)"),
     "/profiles/p/time_horizon_obstacle: found -1", " s"},
    {"EscapeTime", profile_text(R"("escape_time": 0)"), "/profiles/p/escape_time: found 0", " s"},
    {"EscapeTimeText", profile_text(R"("escape_time": "x")"), "/profiles/p/escape_time: found \"x\"", "or null"},
    {"Blend", profile_text(R"("velocity_blend": 0)"),
     "/profiles/p/velocity_blend: found 0, wanted a number above 0 up to 1", ""},
    {"BlendAbove", profile_text(R"("velocity_blend": 1.01)"), "/profiles/p/velocity_blend: found 1.01", ""},
    {"Acceleration", profile_text(R"("max_acceleration": 0)"), "/profiles/p/max_acceleration: found 0", "m/s^2"},
    {"TurningRate", profile_text(R"("max_turning_rate": 0)"),
     "/profiles/p/max_turning_rate: found 0, wanted a number above 0 up to 1e+06 rad/s", ""},
    {"TurningRateAbove", profile_text(R"("max_turning_rate": 2e6)"), "/profiles/p/max_turning_rate: found 2000000.0",
     "rad/s"},
    {"TurningRateText", profile_text(R"("max_turning_rate": "slow")"), "/profiles/p/max_turning_rate: found \"slow\"",
     "or null"},
    {"HeadingSpeed", profile_text(R"("min_heading_speed": -0.1)"), "/profiles/p/min_heading_speed: found -0.1",
     "from 0 to 100000 m/s"},
    {"HeadingSpeedNull", agent_text(R"("min_heading_speed": null)"), "/agents/0/min_heading_speed: found null", "m/s"},
    {"Tolerance", profile_text(R"("arrival_tolerance": -1)"), "/profiles/p/arrival_tolerance: found -1", " m"},
    {"OnArrival", profile_text(R"("on_arrival": "vanish")"),
     "/profiles/p/on_arrival: found \"vanish\", wanted \"stay\"", ""},
    {"FootprintText", profile_text(R"("footprint": "box")"), "/profiles/p/footprint: found \"box\"", ""},
    {"FootprintOfTwo", profile_text(R"("footprint": [[0, 0], [1, 0]])"), "/profiles/p/footprint: ", "3"},
    {"FootprintOf17",
     profile_text(R"("footprint": [[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0],[10,0],[11,0],[12,0],
                                   [13,0],[14,0],[15,0],[15,1]])"),
     "/profiles/p/footprint: ", "footprint has 17 vertices; it must have 3 to 16"},
    {"FootprintReflex", profile_text(R"("footprint": [[-1, -1], [1, -1], [0, -0.5], [0, 1]])"),
     "/profiles/p/footprint: ", "not a convex polygon: it turns the other way at vertex 2 (0, -0.5)"},
    {"FootprintElsewhere", agent_text(R"("footprint": [[1, -1], [2, -1], [2, 1], [1, 1]])"),
     "/agents/0/footprint: ", "does not contain (0, 0)"},
    {"FootprintLine", profile_text(R"("footprint": [[-1, 0], [0, 0], [1, 0]])"),
     "/profiles/p/footprint: ", "all of its vertices are on a line"},
    {"FootprintHuge", profile_text(R"("footprint": [[-1, -1], [1, -1], [0, 1e7]])"),
     "/profiles/p/footprint: ", "vertex 2 is (0, 10000000)"},
    {"FootprintMisspelt", profile_text(R"("foot_print": null)"), "/profiles/p/foot_print: unknown key",
     "did you mean `footprint`?"},
    {"Brakes", profile_text(R"("brakes_when_blocked": 1)"), "/profiles/p/brakes_when_blocked: found 1", ""},
    {"DensityWord", profile_text(R"("density_speed": "yes")"), "/profiles/p/density_speed: found \"yes\"",
     "true, false, null or an object"},
    {"DensityKey", profile_text(R"("density_speed": {"radios": 1})"), "/profiles/p/density_speed/radios: unknown key",
     "did you mean `radius`?"},
    {"DensityGamma", profile_text(R"("density_speed": {"gamma": 0})"), "/profiles/p/density_speed/gamma: found 0",
     "above 0"},
    {"DensityMost", agent_text(R"("density_speed": {"max_density": 0})"),
     "/agents/0/density_speed/max_density: found 0", "from 0.001"},
    {"DensityRadius", profile_text(R"("density_speed": {"radius": 101})"),
     "/profiles/p/density_speed/radius: found 101", "100 m"},
    {"DensityAhead", profile_text(R"("density_speed": {"ahead": -1})"), "/profiles/p/density_speed/ahead: found -1",
     "from 0"},
    {"DensityLeast", profile_text(R"("density_speed": {"least_factor": 1.5})"),
     "/profiles/p/density_speed/least_factor: found 1.5", "to 1"},
    {"DensityTooMany", profile_text(R"("density_speed": {"radius": 100, "max_density": 11})"),
     "/profiles/p/density_speed: ", "max_density 11 and radius 100"},
    {"Responsibility", profile_text(R"("responsibility": "side")"), "/profiles/p/responsibility: found \"side\"",
     "world's"},
    {"Misspelt", profile_text(R"("neighbour_distance": 5)"), "/profiles/p/neighbour_distance: unknown key",
     "did you mean `neighbor_distance`?"},
    {"BuiltIn", scenario_text(R"("profiles": {"walker": {}})"), "/profiles/walker: ", "built-in"},
    {"Normal", profile_text(R"("radius": {"normal": [0.3]})"), "/profiles/p/radius/normal: found [0.3]",
     "standard deviation"},
    {"NormalNegative", profile_text(R"("radius": {"normal": [0.3, -0.1]})"), "/profiles/p/radius/normal/1: found -0.1",
     ""},
    {"NormalBounds", profile_text(R"("radius": {"normal": [0.3, 0.1], "min": 0.4, "max": 0.2})"),
     "/profiles/p/radius: ", "no value lies between"},
    {"NormalFar", profile_text(R"("radius": {"normal": [0.3, 0.01], "min": 5})"),
     "/profiles/p/radius: ", "six deviations"},
    {"Uniform", profile_text(R"("radius": {"uniform": [0.3, 0.2]})"), "/profiles/p/radius/uniform: ", "least first"},
    {"UniformBounds", profile_text(R"("radius": {"uniform": [0.2, 0.3], "min": 0})"),
     "/profiles/p/radius: ", "belong to `normal`"},
    {"BothKinds", profile_text(R"("radius": {"uniform": [0.2, 0.3], "normal": [0.2, 0.3]})"),
     "/profiles/p/radius: ", "either"},
    {"UnknownKind", profile_text(R"("radius": {"unifrom": [0.2, 0.3]})"), "/profiles/p/radius/unifrom: ", "`uniform`"},
};

const std::vector<BadCase> agent_cases = {
    {"NoPlace", scenario_text(R"("agents": [{"goal": [0, 0]}])"), "/agents/0: found no place",
     "`position`, `fill` and `agents_file`"},
    {"NoFile", scenario_text(R"("agents": [{"agents_file": ""}])"),
     "/agents/0/agents_file: found \"\", wanted the path of a CSV or NPY file", ""},
    {"TwoPlaces", agent_text(R"("agents_file": "agents.csv")"), "/agents/0: found more than one place", ""},
    {"NotAnObject", scenario_text(R"("agents": [5])"), "/agents/0: found 5, wanted an object", ""},
    {"Profile", agent_text(R"("profile": "wlaker")"), "/agents/0/profile: found \"wlaker\"", "did you mean `walker`?"},
    {"Position", scenario_text(R"("agents": [{"position": [0, 0]}, {"position": [1]}])"),
     "/agents/1/position: found [1], wanted [x, y]", " m"},
    {"PositionText", scenario_text(R"("agents": [{"position": [0, "1"]}])"), "/agents/0/position/1: found \"1\"", " m"},
    {"PositionFar", scenario_text(R"("agents": [{"position": [0, 2e9]}])"), "/agents/0/position/1: found 2000000000.0",
     "1e+09 m"},
    {"Velocity", agent_text(R"("velocity": [1e6, 0])"), "/agents/0/velocity/0: found 1000000.0", "m/s"},
    {"GoalAndVelocity", agent_text(R"("goal": [1, 1], "preferred_velocity": [1, 0])"),
     "/agents/0/preferred_velocity: ", "exclude"},
    {"Goal", agent_text(R"("goal": "there")"), "/agents/0/goal: found \"there\", wanted a point [x, y] in m, ",
     "or the name of one of `goals`"},
    {"GoalKind", agent_text(R"("goal": {"lien": [[0, 0], [1, 1]]})"),
     "/agents/0/goal/lien: unknown key, did you mean `line`?", ""},
    {"GoalLine", agent_text(R"("goal": {"line": [[0, 0]]})"),
     "/agents/0/goal/line: found [[0,0]], wanted an array of 2", ""},
    {"GoalPolygon", agent_text(R"("goal": {"polygon": [[0, 0], [2, 2], [2, 0], [0, 1]]})"),
     "/agents/0/goal/polygon: ", "not simple"},
    {"Id", agent_text(R"("id": -1)"), "/agents/0/id: found -1, wanted a whole number from 0", ""},
    {"IdHuge", agent_text(R"("id": 9223372036854775807)"), "/agents/0/id: found 9223372036854775807", ""},
    {"IdTwice", scenario_text(R"("agents": [{"position": [0, 0], "id": 4}, {"position": [1, 0], "id": 4}])"),
     "/agents/1/id: found 4", "no other"},
    {"IdCounted", scenario_text(R"("agents": [{"position": [0, 0]}, {"position": [1, 0], "id": 0}])"),
     "/agents/1/id: found 0", "no other"},
    {"NoIdLeft", scenario_text(R"("agents": [{"position": [0, 0], "id": 9223372036854775806}, {"position": [1, 0]}])"),
     "/agents/1: ", "ids are left"},
    {"Heading", agent_text(R"("heading": [0, 0])"), "/agents/0/heading: found [0,0], wanted a direction", ""},
    {"Group", agent_text(R"("group": 2147483648)"), "/agents/0/group: found 2147483648", "to 2147483647"},
    {"Priority", agent_text(R"("priority": -1)"), "/agents/0/priority: found -1, wanted a number from 0", ""},
    {"PriorityText", agent_text(R"("priority": "inf")"), "/agents/0/priority: found \"inf\"", "or \"infinity\""},
    {"Layer", agent_text(R"("layer": -1)"), "/agents/0/layer: found -1", "to 4294967295"},
    {"Mask", agent_text(R"("mask": 4294967296)"), "/agents/0/mask: found 4294967296", ""},
    {"Avoids", agent_text(R"("avoids": 0)"), "/agents/0/avoids: found 0, wanted true or false", ""},
    {"Count", agent_text(R"("count": 4)"), "/agents/0/count: ", "belongs to `fill`"},
    {"Radius", agent_text(R"("radius": 1e7)"), "/agents/0/radius: found 10000000.0", "1e+06 m"},
};

const std::vector<BadCase> fill_cases = {
    {"NoCount", fill_text(R"({"rectangle": [[0, 0], [9, 9]]})", ""), "/agents/0: the key `count` is missing", ""},
    {"CountZero", fill_text(R"({"rectangle": [[0, 0], [9, 9]]})", R"(, "count": 0)"), "/agents/0/count: found 0", ""},
    {"CountHuge", fill_text(R"({"rectangle": [[0, 0], [9, 9]]})", R"(, "count": 1e12)"),
     "/agents/0/count: found 1000000000000.0", "to 1073741824"},
    {"TooManyForAreaAndMemory", fill_text(R"({"rectangle": [[0, 0], [2000, 2000]]})", R"(, "count": 1000000000)"),
     "/agents/0/count: asked for 1000000000 agents, but no more than 7", ""},
    {"TooManyAtSmallArea", fill_text(R"({"rectangle": [[0, 0], [2, 2]]})", R"(, "count": 1000000000)"),
     "/agents/0/count: asked for 1000000000 agents, but only ", "fit without overlap"},
    {"TooManyInAll",
     scenario_text(
         R"("agents": [{"count": 1000000000, "fill": {"rectangle": [[0, 0], [1e6, 1e6]]}}, {"count": 1000000000, "fill": {"rectangle": [[0, 0], [1e6, 1e6]]}}])"),
     "/agents/1: 2000000000 agents so far", ""},
    {"GridTooSmall",
     fill_text(R"({"grid": {"origin": [0, 0], "columns": 2, "rows": 2, "spacing": 1}})", R"(, "count": 5)"),
     "/agents/0/count: asked for 5 agents, but only 4 fit", ""},
    {"GridHuge", fill_text(R"({"grid": {"origin": [0, 0], "columns": 1000000, "rows": 1000000, "spacing": 1}})", ""),
     "/agents/0: 1000000000000 agents so far", ""},
    {"GridKey", fill_text(R"({"grid": {"origin": [0, 0], "columns": 2, "rows": 2}})", ""),
     "/agents/0/fill/grid: the key `spacing` is missing", ""},
    {"NoShape", fill_text("{}"), "/agents/0/fill: found an object of 0 keys, wanted one shape", ""},
    {"Rectangle", fill_text(R"({"rectangle": [[5, 0], [0, 5]]})"), "/agents/0/fill/rectangle: ", "x0 < x1"},
    {"Disc", fill_text(R"({"disc": {"center": [0, 0], "radius": 0}})"),
     "/agents/0/fill/disc/radius: found 0, wanted a number above 0", ""},
    {"DiscInner", fill_text(R"({"disc": {"center": [0, 0], "radius": 1, "inner_radius": 0.5}})"),
     "/agents/0/fill/disc/inner_radius: unknown key", ""},
    {"Ring", fill_text(R"({"ring": {"center": [0, 0], "radius": 5, "inner_radius": 5}})"),
     "/agents/0/fill/ring/inner_radius: found 5, wanted less", ""},
    {"Polygon", fill_text(R"({"polygon": [[0, 0], [1, 1]]})"), "/agents/0/fill/polygon: ", "3 or more points"},
    {"InsideSolid",
     scenario_text(
         R"("agents": [{"count": 1, "fill": {"rectangle": [[0, 0], [1, 1]]}}], "obstacles": [{"polygon": [[-5, -5], [5, -5], [5, 5], [-5, 5]]}])"),
     "/agents/0/fill: asked for 1 agents, 0 fit", "solid obstacles"},
};

const std::vector<BadCase> obstacle_cases = {
    {"NoKind", scenario_text(R"("obstacles": [{}])"), "/obstacles/0: found an object of 0 keys, wanted either", ""},
    {"TwoPoints", scenario_text(R"("obstacles": [{"polygon": [[0, 0], [1, 0]]}])"),
     "/obstacles/0/polygon: ", "3 or more points"},
    {"Repeated", scenario_text(R"("obstacles": [{"polygon": [[0, 0], [1, 0], [1, 0], [0, 1]]}])"),
     "/obstacles/0/polygon/2: found [1,0], wanted a point other", ""},
    {"Closed", scenario_text(R"("obstacles": [{"polygon": [[0, 0], [1, 0], [0, 1], [0, 0]]}])"),
     "/obstacles/0/polygon/3: ", "closes by itself"},
    {"Flat", scenario_text(R"("obstacles": [{"polygon": [[0, 0], [1, 0], [2, 0]]}])"),
     "/obstacles/0/polygon: ", "area is 0"},
    {"Crossing", scenario_text(R"("obstacles": [{"polygon": [[0, 0], [4, 0], [1, 3], [4, 4]]}])"),
     "/obstacles/0/polygon: ", "the edge from point 1 (4, 0) meets the edge from point 3 (4, 4)"},
    {"Polyline", scenario_text(R"("obstacles": [{"polyline": [[0, 0], [0, 0]]}])"),
     "/obstacles/0/polyline/1: ", "other than the one before"},
    {"PolylineShort", scenario_text(R"("obstacles": [{"polyline": [[0, 0]]}])"),
     "/obstacles/0/polyline: ", "2 or more points"},
    {"Misspelt", scenario_text(R"("obstacles": [{"poligon": []}])"),
     "/obstacles/0/poligon: ", "did you mean `polygon`?"},
    {"GeometryKey", scenario_text(R"("geometry": {"wtk": "x"})"), "/geometry/wtk: ", "did you mean `wkt`?"},
    {"GeometryNoKey", scenario_text(R"("geometry": {})"),
     "/geometry: found an object of 0 keys, wanted either `wkt` or `geojson`", ""},
    {"GeometryPoint", scenario_text(R"x("geometry": {"wkt": "POINT (1 2)"})x"),
     "/geometry/wkt: line 1, column 1: found `POINT (1 2)`", "POLYGON"},
    {"GeometryOpen", scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 1 0, 1 1))"})x"),
     "/geometry/wkt: line 1, column 10", "the last the same as the first"},
    {"GeometryCutShort", scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 1 0"})x"),
     "/geometry/wkt: line 1, column 19: found the end", ""},
    {"GeometryFiveCoordinates",
     scenario_text(R"x("geometry": {"wkt": "POLYGON ZM ((0 0 1 2 3, 1 0 1 2 3, 1 1 1 2 3, 0 0 1 2 3))"})x"),
     "/geometry/wkt: line 1, column 22", "wanted `,` or `)` after a point's coordinates"},
    {"GeometryEmpty", scenario_text(R"x("geometry": {"wkt": "POLYGON EMPTY"})x"),
     "/geometry/wkt: the walkable area is empty", ""},
    {"GeometryCrossing", scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 4 0, 1 3, 4 4, 0 0))"})x"),
     "/geometry/wkt: polygon 0 of the walkable area: its outer ring is not simple: the edge from point 1 (4, 0) meets "
     "the edge from point 3 (4, 4)",
     ""},
    {"GeometryBowTie", scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))"})x"),
     "/geometry/wkt: polygon 0 of the walkable area: its outer ring has zero area", "crosses itself"},
    {"GeometryHoleOutside",
     scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 4 0, 4 4, 0 0), (5 5, 6 5, 6 6, 5 5))"})x"),
     "/geometry/wkt: polygon 0 of the walkable area: its hole 1 lies outside of its outer ring: point 0 (5, 5)", ""},
    {"GeometryHoleCrosses",
     scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 6 1, 6 2, 1 2, 1 1))"})x"),
     "/geometry/wkt: polygon 0 of the walkable area: its hole 1 crosses its outer ring", "point 0 (1, 1)"},
    {"GeometryBadHole",
     scenario_text(R"x("geometry": {"wkt": "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 3 3, 3 1, 1 2, 1 1))"})x"),
     "/geometry/wkt: polygon 0 of the walkable area: its hole 1 is not simple", ""},
    {"GeometryUnknownKind", scenario_text(R"x("geometry": {"wkt": "POLYGN ((0 0, 1 0, 1 1, 0 0))"})x"),
     "/geometry/wkt: found \"POLYGN ((0 0", "begins with POLYGON, MULTIPOLYGON or"},
    {"GeometryLongUnknownKind", scenario_text(R"x("geometry": {"wkt": "POLYGN ()x" + std::string(5000, '0') + ")\"}"),
     "/geometry/wkt: found \"POLYGN (0", "begins with POLYGON, MULTIPOLYGON or"},
    {"GeometryNoPath", scenario_text(R"x("geometry": {"wkt": ""})x"), "/geometry/wkt: found \"\", wanted a path", ""},
};

std::string case_name(const testing::TestParamInfo<BadCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Syntax, BadScenario, testing::ValuesIn(syntax_cases), case_name);
INSTANTIATE_TEST_SUITE_P(World, BadScenario, testing::ValuesIn(world_cases), case_name);
INSTANTIATE_TEST_SUITE_P(Profiles, BadScenario, testing::ValuesIn(profile_cases), case_name);
INSTANTIATE_TEST_SUITE_P(Agents, BadScenario, testing::ValuesIn(agent_cases), case_name);
INSTANTIATE_TEST_SUITE_P(Fills, BadScenario, testing::ValuesIn(fill_cases), case_name);
INSTANTIATE_TEST_SUITE_P(Obstacles, BadScenario, testing::ValuesIn(obstacle_cases), case_name);

TEST(ScenarioErrors, FilesOfTheSchemaTestAreRefusedHereToo) {
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(data_path("scenario_bad"))) {
    EXPECT_THROW(read_scenario(file.path().string()), Error) << file.path();
    ++files;
  }
  EXPECT_GT(files, 20);
}

TEST(ScenarioErrors, MissingFiles) {
  expect_contains(error_of([] { read_scenario("no/such.json"); }, ErrorCode::input_output),
                  "no/such.json: can't be read: No such file");
  expect_contains(error_of([] { read_scenario(data_path("")); }, ErrorCode::input_output), "Is a directory");
  expect_contains(error_of([] { read_scenario("/dev/zero"); }, ErrorCode::input_output), "a device");
  expect_contains(
      error_of([] { parse(scenario_text(R"x("geometry": {"wkt": "none.wkt"})x")); }, ErrorCode::input_output),
      "test.json: /geometry/wkt: ");
  expect_contains(
      error_of([] { parse(scenario_text(R"("agents": [{"agents_file": "none.csv"}])")); }, ErrorCode::input_output),
      "test.json: /agents/0/agents_file: ");
}

}  // namespace
}  // namespace throng::scenario_errors_tests
