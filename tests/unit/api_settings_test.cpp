// Profiles and settings of a world: each number just beyond its limits, and what is no number.
#include "tests/unit/api_testing.hpp"

namespace throng::api_settings_tests {
namespace {

using test::expect_throws;
using test::infinite;
using test::largest;
using test::not_a_number;

template <class Settings>
struct NumberLimits {
  const char* name;
  std::function<void(Settings&, double)> set;
  double least, most;
  bool least_allowed = true;
};

/// Inside: both ends. Outside: the next numbers after them, zero and negative ones among those, and no numbers.
template <class Settings>
void check_limits(const NumberLimits<Settings>& number, const std::function<void(const Settings&)>& accept) {
  SCOPED_TRACE(number.name);
  const auto with = [&](double value) {
    Settings settings;
    number.set(settings, value);
    return settings;
  };
  const double above_least = std::nextafter(number.least, infinite);
  for (const double good : {number.least_allowed ? number.least : above_least, number.most}) {
    EXPECT_NO_THROW(accept(with(good))) << good;
  }
  std::vector<double> wrong{not_a_number,
                            infinite,
                            -infinite,
                            largest,
                            -largest,
                            -1.0,
                            std::nextafter(number.least, -infinite),
                            std::nextafter(number.most, infinite)};
  if (number.least > 0.0) wrong.insert(wrong.end(), {0.0, -0.0, 5e-324});
  if (!number.least_allowed) wrong.push_back(number.least);
  for (const double value : wrong) {
    SCOPED_TRACE(value);
    const std::string shown = std::isnan(value) ? "nan" : std::isinf(value) ? "inf" : value < 0.0 ? "is -" : "is ";
    expect_throws(ErrorCode::invalid_argument, {number.name, shown}, [&] { accept(with(value)); });
  }
}

const NumberLimits<Profile> profile_numbers[] = {
    {"radius", [](Profile& p, double v) { p.radius = v; }, 0.0, limits::max_length},
    {"max_speed", [](Profile& p, double v) { p.max_speed = v; }, 0.0, limits::max_speed},
    {"preferred_speed", [](Profile& p, double v) { p.preferred_speed = v; }, 0.0, limits::max_speed},
    {"neighbor_distance", [](Profile& p, double v) { p.neighbor_distance = v; }, 0.0, limits::max_length},
    {"time_horizon", [](Profile& p, double v) { p.time_horizon = v; }, limits::min_time, limits::max_time},
    {"time_horizon_obstacle", [](Profile& p, double v) { p.time_horizon_obstacle = v; }, limits::min_time,
     limits::max_time},
    {"escape_time", [](Profile& p, double v) { p.escape_time = v; }, limits::min_time, limits::max_time},
    {"velocity_blend", [](Profile& p, double v) { p.velocity_blend = v; }, 0.0, 1.0, false},
    {"max_acceleration", [](Profile& p, double v) { p.max_acceleration = v; }, 0.0, limits::max_acceleration, false},
    {"max_turning_rate", [](Profile& p, double v) { p.max_turning_rate = v; }, 0.0, limits::max_turning_rate, false},
    {"min_heading_speed", [](Profile& p, double v) { p.min_heading_speed = v; }, 0.0, limits::max_speed},
    {"arrival_tolerance", [](Profile& p, double v) { p.arrival_tolerance = v; }, 0.0, limits::max_length},
};

const NumberLimits<WorldOptions> option_numbers[] = {
    {"time_step", [](WorldOptions& o, double v) { o.time_step = v; }, limits::min_time, limits::max_time},
    {"preferred_velocity_noise", [](WorldOptions& o, double v) { o.preferred_velocity_noise = v; }, 0.0,
     limits::max_speed},
};

TEST(WrongSettings, NumbersOfProfiles) {
  World world({.threads = 1});
  for (const auto& number : profile_numbers) {
    check_limits<Profile>(number, [&](const Profile& p) { world.add_profile(p); });
  }
}

TEST(WrongSettings, CountsAndEnumerationsOfProfiles) {
  World world({.threads = 1});
  for (const int count :
       {-1, limits::max_neighbors + 1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    Profile p;
    p.max_neighbors = count;
    expect_throws(ErrorCode::invalid_argument, {"max_neighbors", std::to_string(count)}, [&] { world.add_profile(p); });
  }
  Profile p;
  p.on_arrival = static_cast<OnArrival>(2);
  expect_throws(ErrorCode::invalid_argument, {"on_arrival", "2"}, [&] { world.add_profile(p); });
  EXPECT_EQ(world.add_profile({}).row, 0u) << "a refused profile took a row";
}

TEST(WrongSettings, NumbersOfWorlds) {
  for (const auto& number : option_numbers) {
    check_limits<WorldOptions>(number, [](WorldOptions o) {
      o.threads = 1;
      const World world(o);
    });
  }
  const auto with_cell = [](double size) { const World world({.threads = 1, .cell_size = size}); };
  for (const double good : {0.0, 1.0e-3, limits::max_length}) EXPECT_NO_THROW(with_cell(good));
  for (const double wrong : {not_a_number, infinite, -infinite, -1.0, 5e-324, 0.9e-3, 1.1e6, largest}) {
    expect_throws(ErrorCode::invalid_argument, {"cell_size"}, [&] { with_cell(wrong); });
  }
}

TEST(WrongSettings, CountsAndEnumerationsOfWorlds) {
  const auto refuses = [](const char* name, const char* value, const WorldOptions& options) {
    expect_throws(ErrorCode::invalid_argument, {name, value}, [&] { const World world(options); });
  };
  refuses("threads", "-1", {.threads = -1});
  refuses("threads", "1025", {.threads = 1025});
  refuses("threads", "2147483647", {.threads = std::numeric_limits<int>::max()});
  refuses("device", "-1", {.device = -1});
  refuses("device", "1024", {.device = 1024});
  refuses("executor", "4", {.executor = static_cast<ExecutorKind>(4)});
  refuses("executor", "-1", {.executor = static_cast<ExecutorKind>(-1)});
  refuses("responsibility", "4", {.responsibility = static_cast<Responsibility>(4)});
  refuses("neighbor_query", "2", {.neighbor_query = static_cast<NeighborQuery>(2)});
}

TEST(WrongSettings, MissingExecutorSaysWhy) {
  for (const ExecutorInfo& info : executors()) {
    EXPECT_FALSE(info.detail.empty()) << info.name;
    if (info.available) continue;
    expect_throws(ErrorCode::unavailable, {info.name, info.detail},
                  [&] { const World world({.executor = info.kind}); });
  }
}

}  // namespace
}  // namespace throng::api_settings_tests
