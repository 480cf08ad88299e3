// Sequences of calls of the C interface in any order, good and bad ones, beside a model (c_api_model.hpp). Each byte
// chooses a call, those after it its arguments.
#include <unistd.h>

#include <cmath>

#include "tests/fuzz/c_api_model.hpp"

namespace throng::fuzz {
namespace {

constexpr std::size_t most_agents = 48, most_obstacles = 8, most_rows = 8;
constexpr std::uint64_t most_steps = 24;

const std::string& state_file() {
  // Memory rather than a disk, where there is such a folder.
  static const std::string path = std::string(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") +
                                  "/throng_fuzz_c_api_" + std::to_string(getpid()) + ".h5";
  return path;
}

throng_world_desc world_desc(Bytes& bytes) {
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  desc.threads = 1;
  const std::uint32_t bits = bytes.next();
  desc.neighbor_query = bits & 1u;
  desc.contact_iterations = (bits & 2u) != 0 ? 2 : 0;
  if ((bits & 4u) != 0) desc.stuck_time = 0.5;
  desc.preferred_velocity_noise = (bits & 8u) != 0 ? 0.125 : 0.0;
  desc.responsibility = bits >> 6;
  return desc;
}

class Session {
 public:
  explicit Session(Bytes& bytes) : bytes_(bytes) {
    MUST(throng_instance_create(nullptr, &instance_) == THRONG_OK);
    const throng_world_desc desc = world_desc(bytes);
    MUST(throng_world_create(instance_, &desc, &world_) == THRONG_OK);
    // Another world, whose handles this one must not know.
    MUST(throng_world_create(instance_, &desc, &other_) == THRONG_OK);
    std::uint32_t row = 0;
    MUST(throng_world_add_profile(other_, nullptr, &row) == THRONG_OK);
    throng_vec2d origin = {};
    throng_agents_desc agents;
    throng_agents_desc_init(&agents, sizeof(agents));
    agents.count = 1;
    agents.position = array_of(&origin, 1, THRONG_F64X2);
    const throng_array handle = array_of(&foreign_, 1, THRONG_HANDLE);
    MUST_ON(other_, throng_world_add_agents(other_, &agents, &handle) == THRONG_OK);
    model_.stale_agents.push_back(foreign_);
  }
  ~Session() {
    throng_world_destroy(world_);
    throng_world_destroy(other_);
    throng_instance_destroy(instance_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run() {
    using Call = void (Session::*)();
    constexpr Call calls[] = {&Session::add_profile,     &Session::add_agents,     &Session::add_agents,
                              &Session::remove,          &Session::step,           &Session::set_position,
                              &Session::set_goal,        &Session::set_velocities, &Session::add_obstacle,
                              &Session::remove_obstacle, &Session::save_and_load,  &Session::add_goal,
                              &Session::use_stale,       &Session::call_wrongly,   &Session::look};
    while (!bytes_.is_empty()) (this->*calls[bytes_.below(std::size(calls))])();
    compare(world_, model_, false);
  }

 private:
  /// A call that must fail so, and leave the world as it is.
  template <class Call>
  void refused(throng_status wanted, const Call& call) {
    const std::uint64_t before = hash_of(world_);
    const throng_status status = call();
    must(status == wanted, "a wrong call's status", throng_status_name(status));
    MUST(*throng_world_error(world_) != '\0');
    MUST(hash_of(world_) == before);
  }

  void add_profile() {
    if (model_.profiles >= most_rows) return;
    throng_profile_desc desc;
    throng_profile_desc_init(&desc, sizeof(desc));
    const std::uint32_t bits = bytes_.next();
    desc.radius = 0.125 + static_cast<double>(bits & 3u) / 8.0;
    desc.on_arrival = (bits >> 2) & 1u;
    desc.max_neighbors = static_cast<std::int32_t>(bits >> 4);
    desc.brakes_when_blocked = (bits >> 3) & 1u;
    std::uint32_t row = THRONG_NONE;
    MUST_ON(world_, throng_world_add_profile(world_, &desc, &row) == THRONG_OK);
    MUST(row <= model_.profiles);  // equal ones share a row
    if (row == model_.profiles) {
      ++model_.profiles;
      leaves_.push_back(desc.on_arrival == THRONG_REMOVE);
    }
  }

  void add_agents() {
    const std::uint32_t bits = bytes_.next();
    const std::size_t count = 1 + (bits & 3u);
    if (model_.agents.size() + count > most_agents) return;
    std::vector<throng_vec2d> positions(count), goals(count);
    std::vector<std::int64_t> ids(count, THRONG_NO_ID);
    std::vector<std::uint32_t> profiles(count);
    std::vector<throng_agent> handles(count);
    const bool has_goals = (bits & 4u) != 0, has_ids = (bits & 8u) != 0;
    // What the world has to make of it.
    std::set<std::int64_t> used = model_.used_ids;
    std::int64_t next = model_.next_id();
    bool good = true;
    std::vector<std::int64_t> wanted_ids;
    for (std::size_t i = 0; i < count; ++i) {
      positions[i] = bytes_.point();
      if (has_goals) goals[i] = bytes_.point();
      if (has_ids) ids[i] = static_cast<std::int64_t>(bytes_.below(64)) - 1;
      profiles[i] = bytes_.below(static_cast<std::uint32_t>(most_rows));
      const std::int64_t id = ids[i] == THRONG_NO_ID ? next : ids[i];
      next = std::max(next, id + 1);
      good = good && used.insert(id).second && profiles[i] < model_.profiles;
      wanted_ids.push_back(id);
    }
    throng_agents_desc desc;
    throng_agents_desc_init(&desc, sizeof(desc));
    desc.count = count;
    desc.position = array_of(positions.data(), count, THRONG_F64X2);
    desc.profile = array_of(profiles.data(), count, THRONG_U32);
    if (has_goals) desc.goal = array_of(goals.data(), count, THRONG_F64X2);
    if (has_ids) desc.id = array_of(ids.data(), count, THRONG_I64);
    const throng_array out = array_of(handles.data(), count, THRONG_HANDLE);
    const auto add = [&] { return throng_world_add_agents(world_, &desc, &out); };
    if (!good) return refused(THRONG_INVALID_ARGUMENT, add);
    MUST_ON(world_, add() == THRONG_OK);
    model_.used_ids = used;
    for (std::size_t i = 0; i < count; ++i) {
      model_.agents[wanted_ids[i]] = {handles[i], positions[i], leaves_[profiles[i]]};
    }
  }

  void remove() {
    std::vector<throng_agent> some = {model_.pick(bytes_.next())};
    const std::uint32_t bits = bytes_.next();
    if ((bits & 1u) != 0) some.push_back(model_.pick(bytes_.next()));
    if ((bits & 6u) == 6u) some.push_back(stale());
    const throng_array handles = array_of(some.data(), some.size(), THRONG_HANDLE);
    const auto call = [&] { return throng_world_remove_agents(world_, &handles); };
    if (model_.agents.empty() || (bits & 6u) == 6u) return refused(THRONG_STALE_HANDLE, call);
    if ((bits & 1u) != 0 && some[0].slot == some[1].slot) return refused(THRONG_INVALID_ARGUMENT, call);
    MUST_ON(world_, call() == THRONG_OK);
    for (const throng_agent handle : some) model_.remove(handle);
  }

  void step() {
    const std::uint64_t count = bytes_.below(3);
    if (model_.steps + count > most_steps) return;
    MUST_ON(world_, throng_world_step(world_, count) == THRONG_OK);
    model_.steps += count;
    compare(world_, model_, count > 0);
  }

  void set_position() {
    const throng_agent agent = model_.pick(bytes_.next());
    const throng_vec2d to = bytes_.point();
    const auto call = [&] { return throng_world_set_position(world_, agent, to); };
    if (model_.agents.empty()) return refused(THRONG_STALE_HANDLE, call);
    MUST_ON(world_, call() == THRONG_OK);
    model_.find(agent)->second.position = to;
  }

  void set_goal() {
    if (model_.agents.empty()) return;
    const throng_agent agent = model_.pick(bytes_.next());
    const std::uint32_t region = bytes_.below(static_cast<std::uint32_t>(2 * most_rows));
    if (region >= most_rows) {
      MUST_ON(world_, throng_world_set_goal_point(world_, agent, bytes_.point()) == THRONG_OK);
      return;
    }
    const auto call = [&] { return throng_world_set_goal_region(world_, agent, region); };
    if (region >= model_.goals) return refused(THRONG_INVALID_ARGUMENT, call);
    MUST_ON(world_, call() == THRONG_OK);
  }

  void set_velocities() {
    if (model_.agents.empty()) return;
    const throng_agent agent = model_.pick(bytes_.next());
    throng_vec2d velocity = bytes_.point();
    throng_agent agents[] = {agent};
    const throng_array handles = array_of(agents, 1, THRONG_HANDLE), velocities = array_of(&velocity, 1, THRONG_F64X2);
    MUST_ON(world_, throng_world_set_preferred_velocities(world_, &handles, &velocities) == THRONG_OK);
    MUST_ON(world_, throng_world_set_velocity(world_, agent, velocity) == THRONG_OK);
    if (velocity.x == 0.0 && velocity.y == 0.0) velocity.x = 1.0;
    MUST_ON(world_, throng_world_set_heading(world_, agent, velocity) == THRONG_OK);
  }

  void add_obstacle() {
    if (model_.obstacles.size() >= most_obstacles) return;
    const std::uint32_t bits = bytes_.next();
    const throng_vec2d a = bytes_.point();
    const double width = 0.5 + static_cast<double>(bits & 15u) / 4.0,
                 height = 0.5 + static_cast<double>(bits >> 4) / 4.0;
    throng_vec2d corners[] = {a, {a.x + width, a.y}, {a.x + width, a.y + height}, {a.x, a.y + height}};
    throng_array vertices = array_of(corners, 4, THRONG_F64X2);
    throng_obstacle obstacle = {};
    const bool closed = bytes_.below(2) != 0;
    if (closed) {
      MUST_ON(world_, throng_world_add_polygon(world_, &vertices, &obstacle) == THRONG_OK);
    } else {
      MUST_ON(world_, throng_world_add_polyline(world_, &vertices, &obstacle) == THRONG_OK);
    }
    model_.obstacles.push_back(obstacle);
  }

  void remove_obstacle() {
    const std::uint32_t bits = bytes_.next();
    if ((bits & 1u) != 0 && !model_.stale_obstacles.empty()) {
      const throng_obstacle gone = model_.stale_obstacles[bits % model_.stale_obstacles.size()];
      return refused(THRONG_STALE_HANDLE, [&] { return throng_world_remove_obstacle(world_, gone); });
    }
    if (model_.obstacles.empty()) return;
    const auto at = model_.obstacles.begin() + static_cast<std::ptrdiff_t>(bits % model_.obstacles.size());
    MUST_ON(world_, throng_world_remove_obstacle(world_, *at) == THRONG_OK);
    model_.stale_obstacles.push_back(*at);
    model_.obstacles.erase(at);
  }

  void add_goal() {
    if (model_.goals >= most_rows) return;
    std::uint32_t row = THRONG_NONE;
    MUST_ON(world_, throng_world_add_goal_point(world_, bytes_.point(), &row) == THRONG_OK);
    MUST(row == model_.goals);
    ++model_.goals;
  }

  /// What is loaded has the same bits and handles, and goes on with the same bits; it takes the world's place.
  void save_and_load() {
    if (++saves_ > 1) return;
    MUST_ON(world_, throng_world_save(world_, state_file().c_str()) == THRONG_OK);
    throng_world_desc desc;
    throng_world_desc_init(&desc, sizeof(desc));
    desc.executor = THRONG_CPU;
    desc.threads = 1;
    throng_world* loaded = nullptr;
    const throng_status status = throng_world_load(instance_, state_file().c_str(), &desc, &loaded);
    must(status == THRONG_OK, "load", throng_instance_error(instance_));
    unlink(state_file().c_str());
    MUST(hash_of(loaded) == hash_of(world_));
    compare(loaded, model_, false);
    if (model_.steps < most_steps) {
      MUST_ON(world_, throng_world_step(world_, 1) == THRONG_OK);
      MUST_ON(loaded, throng_world_step(loaded, 1) == THRONG_OK);
      MUST(hash_of(loaded) == hash_of(world_));
      ++model_.steps;
      compare(loaded, model_, true);
    }
    throng_world_destroy(world_);
    world_ = loaded;
  }

  [[nodiscard]] throng_agent stale() { return model_.stale_agents[bytes_.next() % model_.stale_agents.size()]; }

  void use_stale() {
    const throng_agent agent = stale();
    const throng_vec2d point = {1.0, 1.0};
    throng_agent_state state;
    throng_agent_state_init(&state, sizeof(state));
    std::uint64_t count = 0;
    refused(THRONG_STALE_HANDLE, [&] { return throng_world_set_position(world_, agent, point); });
    refused(THRONG_STALE_HANDLE, [&] { return throng_world_set_goal_point(world_, agent, point); });
    refused(THRONG_STALE_HANDLE, [&] { return throng_world_get_agent_state(world_, agent, &state); });
    refused(THRONG_STALE_HANDLE, [&] { return throng_world_get_neighbors(world_, agent, nullptr, &count); });
  }

  void call_wrongly() {
    throng_vec2d points[] = {{0.0, 0.0}, {1.0, 0.0}, {NAN, 1.0}};
    throng_array array = array_of(points, 3, THRONG_F64X2);
    throng_obstacle obstacle = {};
    std::uint32_t row = 0;
    switch (bytes_.below(5)) {
      case 0:
        return refused(THRONG_INVALID_ARGUMENT, [&] { return throng_world_add_polygon(world_, &array, &obstacle); });
      case 1:
        array.type = THRONG_I32;
        break;
      case 2:
        array.stride = 8;
        break;
      case 3:
        array.data = nullptr;
        break;
      default:
        array.memory = 9;
    }
    refused(THRONG_INVALID_ARGUMENT, [&] { return throng_world_add_goal_line(world_, &array, &row); });
  }

  /// Reading changes nothing.
  void look() {
    const std::uint64_t before = hash_of(world_);
    compare(world_, model_, false);
    throng_overlaps overlaps;
    throng_overlaps_init(&overlaps, sizeof(overlaps));
    MUST_ON(world_, throng_world_measure_overlaps(world_, &overlaps) == THRONG_OK);
    if (!model_.agents.empty()) {
      throng_agent near[4] = {};
      throng_constraint constraints[4];
      const throng_array room = array_of(near, 4, THRONG_HANDLE);
      std::uint64_t count = 0;
      const throng_agent agent = model_.pick(bytes_.next());
      MUST_ON(world_, throng_world_get_neighbors(world_, agent, &room, &count) == THRONG_OK);
      for (std::uint64_t k = 0; k < std::min<std::uint64_t>(count, 4); ++k)
        MUST(model_.find(near[k]) != model_.agents.end());
      MUST_ON(world_, throng_world_get_constraints(world_, agent, constraints, 4, &count) == THRONG_OK);
    }
    MUST(hash_of(world_) == before);
  }

  Bytes& bytes_;
  throng_instance* instance_ = nullptr;
  throng_world *world_ = nullptr, *other_ = nullptr;
  throng_agent foreign_ = {};
  Model model_;
  std::vector<bool> leaves_;
  int saves_ = 0;
};

}  // namespace
}  // namespace throng::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 512) return 0;
  throng::fuzz::Bytes bytes(data, size);
  throng::fuzz::Session(bytes).run();
  return 0;
}
