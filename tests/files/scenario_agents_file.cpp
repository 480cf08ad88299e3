// Agents from CSV and NPY tables.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "host/scenario/agents_table.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_agents_file_tests {
namespace {

using scenario::AgentsTable;
using scenario::ColumnId;
using scenario::read_agents_table;

std::string table_error(const std::string& bytes) {
  return error_of([&] { read_agents_table(bytes, "t"); });
}

TEST(AgentsCsv, EveryColumn) {
  const Scenario scenario = read_scenario(data_path("scenario_good/every_key.json"));
  const AgentDescription& agent = scenario.agents[29];
  EXPECT_EQ(agent.id, 500);
  EXPECT_EQ(agent.position, (Vec2d{-30, -30}));
  EXPECT_EQ(agent.velocity, (Vec2d{0.5, -0.5}));
  EXPECT_EQ(agent.goal, (Vec2d{0, 0}));  // of the entry
  EXPECT_EQ(agent.radius, 0.3);
  EXPECT_EQ(agent.max_speed, 2.0);
  EXPECT_EQ(agent.preferred_speed, 1.2);
  EXPECT_EQ(agent.group, 7);
  EXPECT_TRUE(std::isinf(agent.priority));
  EXPECT_EQ(agent.layer, 4u);
  EXPECT_EQ(agent.mask, 5u);
  EXPECT_EQ(agent.heading, (Vec2d{1, 1}));
  EXPECT_EQ(scenario.profile_names[agent.profile.row], "plain");
  EXPECT_EQ(scenario.agents[30].mask, 4294967295u);
  EXPECT_EQ(scenario.profile_names[scenario.agents[30].profile.row], "walker");
}

TEST(AgentsCsv, ByteOrderMarkSpacesAndLineEnds) {
  const AgentsTable table = read_agents_table("\xEF\xBB\xBFx, y ,goal_x,goal_y\r\n 1,+2,3,4e0\r\n5,6,7,8", "t");
  ASSERT_EQ(table.rows, 2u);
  EXPECT_EQ(table.find(ColumnId::y)->reals, (std::vector<double>{2, 6}));
  EXPECT_EQ(table.find(ColumnId::goal_y)->reals, (std::vector<double>{4, 8}));
  EXPECT_EQ(table.find(ColumnId::vx), nullptr);
}

TEST(AgentsCsv, Errors) {
  expect_contains(table_error(""), "t: the file is empty");
  expect_contains(table_error("x,y,radious\n"), "t: unknown column `radious`, did you mean `radius`?");
  expect_contains(table_error("x,y,x\n"), "t: the column `x` is there twice");
  expect_contains(table_error("x\n1\n"), "t: the column `y` is missing");
  expect_contains(table_error("x,y,vx\n"), "t: the column `vy` is missing, wanted with `vx`");
  expect_contains(table_error("x,y,goal_x,goal_y,preferred_velocity_x,preferred_velocity_y\n"),
                  "both goal and preferred velocity");
  expect_contains(table_error("x,y\n1,2\n3\n"), "t: line 3: found 1 values, wanted 2");
  expect_contains(table_error("x,y\n1,2\n\n3,4\n"), "t: line 3: found an empty line");
  expect_contains(table_error("x,y\n1,\n"), "t: line 2, column y: found nothing, wanted a number");
  expect_contains(table_error("x,y\n1,2m\n"), "t: line 2, column y: found `2m`");
  expect_contains(table_error("x,y\n1,nan\n"), "t: line 2, column y: found nan");
  expect_contains(table_error("x,y\ninf,1\n"), "t: line 2, column x: found inf");
  expect_contains(table_error("x,y\n1e999,1\n"), "t: line 2, column x: found `1e999`");
  expect_contains(table_error("x,y,radius\n0,0,-1\n"),
                  "t: line 2, column radius: found -1, wanted a number from 0 to 1e+06 m");
  expect_contains(table_error("x,y,id\n0,0,1.5\n"), "t: line 2, column id: found `1.5`, wanted a whole number");
  expect_contains(table_error("x,y,layer\n0,0,-1\n"), "t: line 2, column layer: found -1");
  expect_contains(table_error("x,y\n1,\x1b[2J\n"), "t: line 2, column y: found `\\u001b[2J`");
  expect_contains(table_error("x,y,profile\n0,0,\n"), "t: line 2, column profile: found nothing");
}

TEST(AgentsFile, ConflictsWithItsEntry) {
  const auto entry_error = [](const std::string& keys) {
    return error_of([&] { parse(scenario_text(R"("agents": [{"agents_file": "agents.csv")" + keys + "}]")); });
  };
  expect_contains(entry_error(R"(, "radius": 0.3)"), "/agents/0/radius: the file has the column `radius`");
  expect_contains(entry_error(R"(, "max_neighbors": 3)"), "/agents/0/max_neighbors: the file has the column `profile`");
  expect_contains(entry_error(R"(, "velocity": [0, 0])"), "/agents/0/velocity: the file has the column `vx`");
  expect_contains(entry_error(R"(, "id": 3)"), "/agents/0/id: `id` belongs to a single agent");
  expect_contains(entry_error(""),
                  "test.json: /agents/0/agents_file: agents.csv: line 2, column profile: found `plain`, wanted the "
                  "name of a profile");
}

TEST(AgentsFile, IdsAreUniqueInAll) {
  const std::string message = error_of([] {
    parse(scenario_text(
        R"("profiles": {"plain": {}}, "agents": [{"position": [0, 0], "id": 501}, {"agents_file": "agents.csv"}])"));
  });
  expect_contains(message, "agents.csv: line 3, column id: another agent has the id 501 too");
}

/// An NPY file, version 1 or 2.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const auto size = static_cast<std::uint32_t>(header.size());
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(size >> 8 * i & 0xff);
  return bytes + header + data;
}

template <class... Values>
std::string raw(Values... values) {
  std::string bytes;
  const auto append = [&bytes](const auto& value) {
    char copy[sizeof value];
    std::memcpy(copy, &value, sizeof value);
    bytes.append(copy, sizeof value);
  };
  (append(values), ...);
  return bytes;
}

const std::string xy_header =
    "{'descr': [('x', '<f8'), ('y', '<f4')], 'fortran_order': False, 'shape': (2,), }          \n";

TEST(AgentsNpy, Types) {
  for (const int version : {1, 2}) {
    const AgentsTable table = read_agents_table(npy(xy_header, raw(1.5, 2.5f, -3.0, 4.0f), version), "t");
    ASSERT_EQ(table.rows, 2u);
    EXPECT_EQ(table.find(ColumnId::x)->reals, (std::vector<double>{1.5, -3.0}));
    EXPECT_EQ(table.find(ColumnId::y)->reals, (std::vector<double>{2.5, 4.0}));
  }
  const AgentsTable table =
      read_agents_table(npy("{'shape': (1,), 'fortran_order': False, 'descr': [('id', '<u8'), ('x', '|i1'), ('y', "
                            "'<i2'), ('group', '<i4'), ('mask', '<u4'), "
                            "('layer', '<f8'), ('priority', '<f8')]}",
                            raw(std::uint64_t{1} << 60, std::int8_t{-7}, std::int16_t{-300}, std::int32_t{-5},
                                0xffffffffu, 9.0, std::numeric_limits<double>::infinity())),
                        "t");
  EXPECT_EQ(table.find(ColumnId::id)->integers[0], std::int64_t{1} << 60);
  EXPECT_EQ(table.find(ColumnId::x)->reals[0], -7.0);
  EXPECT_EQ(table.find(ColumnId::y)->reals[0], -300.0);
  EXPECT_EQ(table.find(ColumnId::group)->integers[0], -5);
  EXPECT_EQ(table.find(ColumnId::mask)->integers[0], 4294967295);
  EXPECT_EQ(table.find(ColumnId::layer)->integers[0], 9);
  EXPECT_TRUE(std::isinf(table.find(ColumnId::priority)->reals[0]));
}

TEST(AgentsNpy, Errors) {
  const std::string data = raw(1.5, 2.5f, -3.0, 4.0f);
  expect_contains(table_error(npy(xy_header, data.substr(1))), "t: found 23 bytes of data, wanted 2 rows of 12 bytes");
  expect_contains(table_error(npy(xy_header, data + "x")), "found 25 bytes");
  expect_contains(table_error(npy(xy_header, data).substr(0, 40)), "t: the file is cut short: found 40 bytes");
  expect_contains(table_error("\x93NUMPY\x01"), "cut short");
  expect_contains(table_error(npy(xy_header, data, 9)), "NPY version 9");
  const auto header_error = [&](const std::string& header) { return table_error(npy(header, data)); };
  expect_contains(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"), "without column names");
  expect_contains(header_error("{'descr': [('x', '>f8'), ('y', '<f4')], 'shape': (2,)}"), "column `x` is of type >f8");
  expect_contains(header_error("{'descr': [('x', '<f8', (2,)), ('y', '<f4')], 'shape': (2,)}"), "a shape of its own");
  expect_contains(header_error("{'descr': [('x', '<f8'), ('z', '<f4')], 'shape': (2,)}"), "unknown column `z`");
  expect_contains(header_error("{'descr': [('x', '<f8'), ('y', '<f4')], 'shape': (2, 1)}"),
                  "the shape is (2, 1), wanted one dimension: a row for each agent");
  expect_contains(header_error("{'descr': [('x', '<f8'), ('y', '<f4')], 'shape': (-2,)}"), "the number of rows");
  expect_contains(header_error("{'descr': [('x', '<f8'), ('y', '<f4')], 'shape': (18446744073709551615,)}"),
                  "wanted 18446744073709551615 rows");
  expect_contains(header_error("{'descr': [('x', '<f8'), ('y', '<f4')]"), "wanted");
  expect_contains(header_error("{}"), "the keys `descr` and `shape`");
  expect_contains(table_error(npy(xy_header, raw(1.5, 2.5f, std::nan(""), 4.0f))), "t: row 1, column x: found nan");
  expect_contains(
      table_error(npy("{'descr': [('x', '<f8'), ('y', '<f8'), ('id', '<f8')], 'shape': (1,)}", raw(1.0, 2.0, 0.5))),
      "t: row 0, column id: found 0.5, wanted a whole number");
}

}  // namespace
}  // namespace throng::scenario_agents_file_tests
