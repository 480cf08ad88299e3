// throng collide: what it reads, what it says, what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "host/cli/body_pairs.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/reference/collision.hpp"
#include "host/scenario/body_file.hpp"
#include "throng/error.hpp"

namespace throng::cli::cli_collide_tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class CliCollide : public testing::Test {
 protected:
  /// Warnings go to stderr, as those of the program.
  static void SetUpTestSuite() { set_up_log(); }

  CliCollide() {
    std::string name = (fs::temp_directory_path() / "throng_cli_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~CliCollide() override { fs::remove_all(folder_); }

  std::string put(const std::string& text, const std::string& name = "bodies") const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string output(CollideOptions options) const {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(collide_bodies(options), ExitCode::ok);
    testing::internal::GetCapturedStderr();
    return testing::internal::GetCapturedStdout();
  }
  Json json(const std::string& text, CollideOptions options = {}) const {
    options.file = put(text);
    options.json = true;
    return Json::parse(output(options));
  }
  std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

/// The error's code and text, without the path.
std::string error_of(const std::string& text) {
  try {
    static_cast<void>(scenario::parse_body_file(text, "f"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_scene) << text;
    return error.what();
  }
  return "no error";
}

const char* squares = R"({"polygons": [[[0, 0], [1, 0], [1, 1], [0, 1]], [[0.75, 0], [0.75, 1], [2, 1], [2, 0]],
  [[2, 0], [3, 0], [3, 1], [2, 1]], [[0, 5], [1, 5], [0.5, 5.2], [0, 6]]], "discs": [{"center": [3.5, 0.5], "radius": 0.625}]})";

TEST_F(CliCollide, PrintsExactlyThePromisedKeys) {
  const Json result = json(squares);
  ASSERT_EQ(result.size(), 2u);
  ASSERT_EQ(result["pairs"].size(), 3u);
  for (const Json& pair : result["pairs"]) {
    EXPECT_EQ(pair.size(), 6u);
    for (const char* key : {"a", "b", "state", "depth", "normal", "points"}) EXPECT_TRUE(pair.contains(key)) << key;
  }
  const Json first = {{"a", 0},        {"b", 1},           {"state", "overlapping"},
                      {"depth", 0.25}, {"normal", {1, 0}}, {"points", {{0.875, 0}, {0.875, 1}}}};
  // Either end of the edge may come first.
  Json found = result["pairs"][0];
  std::sort(found["points"].begin(), found["points"].end());
  EXPECT_EQ(found, first);
  EXPECT_EQ(result["pairs"][1]["state"], "touching");
  EXPECT_EQ(result["pairs"][2]["b"], 4);
  EXPECT_EQ(result["pairs"][2]["depth"], 0.125);
  EXPECT_EQ(result["refused"], Json::parse(R"([{"index": 3, "reason": "reflex_vertex", "vertex": 2}])"));
}

TEST_F(CliCollide, PrintsATableWithWhatIsRefusedAndWhere) {
  CollideOptions options;
  options.file = put(squares);
  const std::string table = output(options);
  EXPECT_NE(table.find("4 polygons, 1 disc, 3 pairs near each other: 2 overlapping, 1 touching"), std::string::npos)
      << table;
  EXPECT_NE(table.find("refused: polygon 3: reflex_vertex, vertex 2 (0.5, 5.2)"), std::string::npos) << table;
}

TEST_F(CliCollide, ReadsWellKnownText) {
  const Json result = json(
      "geometrycollection(polygon((0 0,2 0,2 2,0 2,0 0)),\n MULTIPOLYGON(((1 1,3 1,3 3,1 3,1 1)), EMPTY),"
      " LINESTRING(-1 0.5, 1 0.5), GEOMETRYCOLLECTION(POLYGON EMPTY))");
  ASSERT_EQ(result["pairs"].size(), 2u);
  EXPECT_EQ(result["pairs"][0]["depth"], 1.0);
  EXPECT_EQ(result["pairs"][1]["b"], 2);
  EXPECT_EQ(result["pairs"][1]["state"], "overlapping");
  EXPECT_EQ(result["refused"], Json::array());
}

TEST_F(CliCollide, LosesNothingFarFromTheOriginAndInWideFiles) {
  // Squares of 1 m that overlap by a millimeter, 5,000 km from 0 and 1,000 km apart; one of 1 mm beside them.
  std::string text = "MULTIPOLYGON(";
  for (const long long x : {5000000, 6000000}) {
    for (const char* offset : {".000", ".999"}) {
      const std::string low = std::to_string(x) + offset;
      const std::string high = std::to_string(x + 1) + offset;
      text += (text.back() == '(' ? "((" : ", ((") + low + " 5000000, " + high + " 5000000, " + high + " 5000001, " +
              low + " 5000001, " + low + " 5000000))";
    }
  }
  text += ", ((4999999.9995 5000000, 5000000.0005 5000000, 5000000 5000000.001, 4999999.9995 5000000)))";
  const Json result = json(text);
  ASSERT_EQ(result["pairs"].size(), 3u);
  EXPECT_EQ(result["refused"], Json::array());
  EXPECT_NEAR(result["pairs"][0]["depth"].get<double>(), 0.001, 1e-6);
  EXPECT_NEAR(result["pairs"][0]["points"][0][0].get<double>(), 5000000.9995, 1e-6);
  EXPECT_EQ(result["pairs"][1]["b"], 4);
  EXPECT_NEAR(result["pairs"][2]["depth"].get<double>(), 0.001, 1e-6);
}

TEST_F(CliCollide, ShowsPairsThatAreApartOnlyWhenAsked) {
  const char* text =
      R"({"polygons": [[[0, 0], [1, 0], [0, 1]], [[1, 1], [1, 0.25], [0.875, 1]], [[1.5, 0], [3, 0], [3, 1]]]})";
  EXPECT_EQ(json(text)["pairs"].size(), 0u);
  CollideOptions options;
  options.all = true;
  const Json near = json(text, options);
  ASSERT_EQ(near["pairs"].size(), 1u);
  EXPECT_EQ(near["pairs"][0]["state"], "apart");
  EXPECT_LT(near["pairs"][0]["depth"], 0.0);
  EXPECT_EQ(near["pairs"][0]["points"], Json::array());
  options.margin = 0.5;
  EXPECT_EQ(json(text, options)["pairs"].size(), 3u);
}

TEST_F(CliCollide, TakesPolygonsApart) {
  CollideOptions options;
  options.parts = true;
  const Json result =
      json(R"({"polygons": [[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]], [[2, 2], [4, 2], [4, 4], [2, 4]],
    [[0.25, 2], [0.5, 2], [0.5, 2.5]], [[0, 9], [1, 8], [1, 9], [0, 8]]]})",
           options);
  ASSERT_EQ(result["pairs"].size(), 1u);  // not those of the parts, and not the second: it is in the L's corner
  EXPECT_EQ(result["pairs"][0].size(), 8u);
  EXPECT_EQ(result["pairs"][0]["a"], 0);
  EXPECT_EQ(result["pairs"][0]["b"], 2);
  EXPECT_TRUE(result["pairs"][0]["a_part"] == 0 || result["pairs"][0]["a_part"] == 1);
  EXPECT_EQ(result["pairs"][0]["b_part"], 0);
  EXPECT_EQ(result["refused"],
            Json::parse(R"([{"index": 3, "reason": "self_intersection", "vertex": 0, "other_vertex": 2}])"));
  // More vertices than a body may have.
  std::string circle;
  for (int i = 0; i < 300; ++i) {
    const double angle = 0.0209439510239 * i;
    circle += (i == 0 ? "[" : ", [") + std::to_string(std::cos(angle)) + ", " + std::to_string(std::sin(angle)) + "]";
  }
  const std::string two = R"({"polygons": [[)" + circle + R"(]], "discs": [{"center": [0, 0.9], "radius": 0.01}]})";
  EXPECT_EQ(json(two)["refused"][0]["reason"], "too_many_vertices");
  EXPECT_GE(json(two, options)["pairs"].size(), 1u);
}

TEST_F(CliCollide, NamesTheEdgesThatKeepAPolygonWhole) {
  CollideOptions options;
  options.parts = true;
  // A vertex that is there twice still counts; a bow tie whose halves are equal; a pentagram; a vertex on an edge.
  options.file =
      put(R"({"polygons": [[[0, 0], [0, 0], [2, 2], [2, 0], [0, 2]], [[0, 3], [1, 2], [3, 4], [3, 3], [1, 4], [0, 5]],
    [[0, 3], [2, -3], [-3, 1], [3, 1], [-2, -3]], [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]]})");
  const std::string table = output(options);
  for (const char* line :
       {"polygon 0: self_intersection, the edge from vertex 1 (0, 0) meets the one from vertex 3 (2, 0)",
        "polygon 1: self_intersection, the edge from vertex 1 (1, 2) meets the one from vertex 3 (3, 3)",
        "polygon 2: self_intersection, the edge from vertex 1 (2, -3) meets the one from vertex 3 (3, 1)",
        "polygon 3: self_intersection, the edge from vertex 0 (0, 0) meets the one from vertex 3 (2, 0)"}) {
    EXPECT_NE(table.find(line), std::string::npos) << line << "\n" << table;
  }
  options.parts = false;
  EXPECT_NE(output(options).find("polygon 0: reflex_vertex"), std::string::npos);
}

/// What is 0 in single precision has no size there.
TEST_F(CliCollide, RefusesWhatSinglePrecisionDoesNotHold) {
  const Json result = json(
      R"({"polygons": [[[0, 0], [1e-300, 0], [0, 1e-300]], [[5, 5], [6, 5], [6, 6]], [[0, 0], [1e-60, 0]]],
    "discs": [{"center": [5.5, 5], "radius": 1e-300}, {"center": [5.5, 5], "radius": 1e-46},
              {"center": [5.5, 5], "radius": 1e-30}]})");
  EXPECT_EQ(result["refused"], Json::parse(R"([{"index": 0, "reason": "too_few_vertices"},
    {"index": 2, "reason": "too_few_vertices"}, {"index": 3, "reason": "bad_radius"}, {"index": 4, "reason": "bad_radius"}])"));
  ASSERT_EQ(result["pairs"].size(), 1u);
  EXPECT_EQ(result["pairs"][0]["b"], 5);
}

/// A body is the same one in all of its pairs, however thin it is beside how far it reaches.
TEST_F(CliCollide, LosesNoPairOfAThinBody) {
  const Json result =
      json(R"({"polygons": [[[0, 0], [1e6, 0], [1e6, 3]], [[999999, 1], [1000001, 1], [1000000, 2]]]})");
  EXPECT_EQ(result["refused"], Json::array());
  ASSERT_EQ(result["pairs"].size(), 1u);
  EXPECT_EQ(result["pairs"][0]["state"], "overlapping");
}

/// As many pairs as there are, however many, take the memory of some.
TEST(FilePairs, AreMeasuredInStretches) {
  scenario::BodyFile file;
  for (int i = 0; i < 600; ++i) {
    const double shift = 0.01 * i;
    file.polygons.push_back({{shift, 0.0}, {100.0 + shift, 100.0}});
  }
  const auto go_on = [](const BodyProgress&) { return true; };
  const FileBodies bodies = make_file_bodies(file, false, go_on);
  ASSERT_EQ(bodies.bodies.size(), 600u);
  std::uint64_t seen = 0, before = 0, longest = 0;
  BodyPair last{0, 0};
  for_each_pair(
      bodies.bodies, 0.0,
      [&](const FilePair& pair) {
        const BodyPair now{pair.a, pair.b};
        EXPECT_LT(last, now);
        last = now;
        ++seen;
      },
      [&](const BodyProgress& progress) {
        EXPECT_EQ(progress.pairs, seen);
        EXPECT_EQ(progress.all, 600u);
        longest = std::max(longest, seen - before);
        before = seen;
        return true;
      });
  EXPECT_EQ(seen, 600u * 599u / 2u);
  EXPECT_LE(std::max(longest, seen - before), 16384u);
  // Told to stop, it stops there.
  seen = 0;
  int calls = 0;
  for_each_pair(
      bodies.bodies, 0.0, [&](const FilePair&) { ++seen; }, [&](const BodyProgress&) { return ++calls < 4; });
  EXPECT_EQ(calls, 4);
  EXPECT_GT(seen, 0u);
  EXPECT_LE(seen, 3u * 16384u);
  EXPECT_TRUE(make_file_bodies(file, false, [](const BodyProgress&) { return false; }).bodies.empty());
}

TEST_F(CliCollide, DrawsAPicture) {
  CollideOptions options;
  options.file = put(squares);
  options.svg = (folder_ / "p.svg").string();
  put("old", "p.svg");
  output(options);
  const std::string svg = content("p.svg");
  EXPECT_EQ(svg.substr(0, 4), "<svg");
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  const auto count = [&svg](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<polygon class=\"deep\""), 3u);
  EXPECT_EQ(count("<circle class=\"deep\""), 1u);
  EXPECT_EQ(count("<line class=\"way\""), 2u);
  EXPECT_EQ(count("nan") + count("inf"), 0u);
  options.svg = options.file;
  EXPECT_THROW(collide_bodies(options), Error);
  options.svg = (folder_ / "missing" / "p.svg").string();
  EXPECT_THROW(collide_bodies(options), Error);
}

TEST_F(CliCollide, AFileWithoutBodiesHasNoPairs) {
  for (const char* text : {"POLYGON EMPTY", R"({"polygons": []})", R"({"discs": [{"center": [0, 0], "radius": 1}]})"}) {
    EXPECT_EQ(json(text)["pairs"], Json::array());
    CollideOptions options;
    options.svg = (folder_ / "p.svg").string();
    static_cast<void>(json(text, options));
    EXPECT_EQ(content("p.svg").find("nan"), std::string::npos);
  }
  EXPECT_EQ(json(R"({"discs": [{"center": [0, 0], "radius": 0}], "polygons": [[], [[1, 1]]]})")["refused"],
            Json::parse(R"([{"index": 0, "reason": "too_few_vertices"}, {"index": 1, "reason": "too_few_vertices"},
                            {"index": 2, "reason": "bad_radius"}])"));
}

/// All pairs of a box of debris, against all pairs by brute force.
void expect_all_pairs(const scenario::BodyFile& file, std::size_t& overlapping) {
  std::vector<reference::ConvexBody> bodies;
  for (const std::vector<Vec2d>& polygon : file.polygons) {
    reference::Vertices vertices;
    for (const Vec2d& p : polygon) vertices.emplace_back(p.x, p.y);
    bodies.push_back(reference::make_polygon(vertices));
  }
  const auto go_on = [](const BodyProgress&) { return true; };
  const FileBodies found = make_file_bodies(file, false, go_on);
  EXPECT_TRUE(found.refused.empty());
  std::vector<FilePair> pairs;
  for_each_pair(
      found.bodies, 0.0, [&](const FilePair& pair) { pairs.push_back(pair); }, go_on);
  const std::vector<BodyPair> wanted = reference::near_pairs(bodies, 0.0);
  ASSERT_EQ(pairs.size(), wanted.size());
  overlapping = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const FilePair& pair = pairs[i];
    ASSERT_EQ((BodyPair{pair.a, pair.b}), wanted[i]);
    const reference::BodyContact contact = reference::collide(bodies[pair.a], bodies[pair.b]);
    EXPECT_NEAR(static_cast<double>(pair.depth), contact.depth, 2e-6);
    if (std::abs(contact.depth) > 4e-6) {
      EXPECT_EQ(pair.state, contact.state);
    }
    overlapping += pair.state == PairState::overlapping ? 1 : 0;
  }
}

TEST(Debris, ItsPairsAreThoseOfTheReference) {
  std::size_t overlapping = 0;
  expect_all_pairs(scenario::read_body_file(std::string(THRONG_SOURCE_DIR) + "/examples/debris.wkt"), overlapping);
  EXPECT_EQ(overlapping, 40u);
}

TEST(DebrisLong, TenThousandPiecesInABox) {
  std::string text;
  std::FILE* pipe = popen(("python3 " + std::string(THRONG_SOURCE_DIR) + "/tools/debris.py 10000").c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  char block[4096];
  while (const std::size_t count = std::fread(block, 1, sizeof block, pipe)) text.append(block, count);
  ASSERT_EQ(pclose(pipe), 0);
  const scenario::BodyFile file = scenario::parse_body_file(text, "debris");
  ASSERT_EQ(file.polygons.size(), 10000u);
  std::size_t overlapping = 0;
  expect_all_pairs(file, overlapping);
  EXPECT_GT(overlapping, 8000u);
}

TEST(BodyFile, AByteOrderMarkSaysNothing) {
  for (const char* text : {"POLYGON((0 0, 1 0, 1 1, 0 0))", R"({"polygons": [[[0, 0], [1, 0], [1, 1]]]})"}) {
    EXPECT_EQ(scenario::parse_body_file(std::string("\xef\xbb\xbf") + text, "f").polygons.size(), 1u);
  }
  EXPECT_NE(error_of("\xef\xbb\xbfPOINT(0 0)").find("line 1, column 1"), std::string::npos);
}

TEST(BodyFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(""), "f: the file is empty, wanted well-known text or JSON");
  EXPECT_EQ(error_of(" \n"), "f: the file is empty, wanted well-known text or JSON");
  EXPECT_EQ(error_of("\x01\x02").substr(0, 13), "f: begins wit");
  EXPECT_EQ(error_of("POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))"),
            "f: line 1, column 8: polygon 0 has 1 hole, wanted none");
  EXPECT_NE(error_of("MULTIPOLYGON(((0 0,4 0,4 4,0 0)),\n((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1)))")
                .find("line 2, column 1: polygon 1"),
            std::string::npos);
  for (const char* cut :
       {"POLYGON((0 0,4 0,", "POLYGON((0 0,4 0,4 4,0 0)", "{\"polygons\": [[[0, 0], [1", "{\"polygons\""}) {
    EXPECT_NE(error_of(cut).find("line 1, column "), std::string::npos) << error_of(cut);
  }
  for (const char* number : {"nan", "inf", "1e400", "1e10"}) {
    EXPECT_NE(error_of("POLYGON((0 0," + std::string(number) + " 0,4 4,0 0))").find("line 1, column 14"),
              std::string::npos)
        << number;
  }
  EXPECT_EQ(error_of("{}"), "f: (top level): wanted `polygons`, `discs` or both");
  EXPECT_EQ(error_of("{\"polygon\": []}"), "f: /polygon: unknown key, did you mean `polygons`?");
  EXPECT_EQ(error_of("{\"polygons\": [[[0, 0], [1, 1, 1]]]}").substr(0, 17), "f: /polygons/0/1:");
  EXPECT_EQ(error_of("{\"polygons\": [[[0, 0], [1, 1e10]]]}").substr(0, 19), "f: /polygons/0/1/1:");
  EXPECT_EQ(error_of("{\"discs\": [{\"center\": [0, 0]}]}").substr(0, 11), "f: /discs/0");
  EXPECT_EQ(error_of("[1]").substr(0, 14), "f: (top level)");
  EXPECT_EQ(error_of("{\"discs\": [{\"center\": [0, 0], \"radius\": 1e7}]}"),
            "f: /discs/0/radius: found 10000000.0, wanted a number above 0 up to 1e+06 m");
  EXPECT_EQ(scenario::parse_body_file("LINESTRING(1e-400 0, 1 -1e-400)", "f").polygons[0][0], (Vec2d{0.0, 0.0}));
  EXPECT_EQ(error_of("null"), "f: (top level): found null, wanted an object");
  EXPECT_EQ(error_of(" true"), "f: (top level): found true, wanted an object");
  EXPECT_EQ(error_of("{\"polygons\": null}"), "f: /polygons: found null, wanted an array of polygons [[x, y], ...]");
  EXPECT_EQ(error_of("{\"polygons\": [null]}"), "f: /polygons/0: found null, wanted an array of points [x, y] in m");
  EXPECT_EQ(error_of("\xff\xfe{\0"), "f: begins as text in UTF-16 does, wanted UTF-8");
  EXPECT_EQ(error_of("\xef\xbb\xbf"), "f: the file is empty, wanted well-known text or JSON");
  EXPECT_NE(error_of("LINESTRING(0 0, 1 1, 2 2)").find("wanted a LINESTRING of 2 points"), std::string::npos);
  EXPECT_NE(error_of("POINT(0 0)").find("wanted POLYGON, MULTIPOLYGON, LINESTRING"), std::string::npos);
  EXPECT_THROW(scenario::read_body_file("/"), Error);
  EXPECT_THROW(scenario::read_body_file("/no/such/file"), Error);
}

}  // namespace
}  // namespace throng::cli::cli_collide_tests
