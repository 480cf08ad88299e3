// Profiles of a scenario: the built-in ones, those of the file, and the rows that agents' own keys make.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "host/scenario/distribution.hpp"
#include "host/scenario/json_node.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

/// A profile as a scenario gives it: three of its values may be distributions.
struct ProfileSpec {
  std::string name;
  Profile row;  ///< shows the centers of the distributions
  Distribution radius, max_speed, preferred_speed;
  bool radius_given;                          ///< holds whatever the footprint; one that is not follows it
  double disc_radius = Profile::disc_radius;  ///< m, with neither radius nor footprint
  bool walker = false;                        ///< the built-in walker, or what starts from it

  ProfileSpec(std::string name, const Profile& profile);
};

/// The built-in walker: people differ in their preferred speeds.
ProfileSpec walker_spec();

/// The keys of a profile but `base`, all of which an entry of agents may have too.
std::span<const char* const> profile_keys();

class ProfileTable {
 public:
  /// `responsibility` is the world's: a profile may repeat it, but not differ.
  ProfileTable(Scenario& scenario) : scenario_(scenario) {}

  /// Reads the object /profiles.
  void read(const JsonNode& profiles);
  /// Whether some agent of the scenario, or one that a source will make, is a walker.
  [[nodiscard]] bool has_walkers() const;
  /// The profile that an entry names (walker when none), changed by the profile keys that the entry has itself.
  [[nodiscard]] ProfileSpec spec_of_entry(const JsonNode& entry) const;
  [[nodiscard]] const ProfileSpec* find(const std::string& name) const;
  /// The row of the scenario's table for it, made when there is no equal one.
  ProfileIndex row(const ProfileSpec& spec);

 private:
  void apply_keys(const JsonNode& node, ProfileSpec& spec) const;
  /// Of a name of the file, with its bases before it. `waiting` are those that start from it.
  const ProfileSpec& read_spec(const JsonNode& profiles, const std::string& name, std::vector<std::string>& waiting);

  Scenario& scenario_;
  std::map<std::string, ProfileSpec> specs_{{"walker", walker_spec()}, {"rvo2", {"rvo2", Profile::rvo2()}}};
  std::vector<bool> walker_rows_;  ///< of the scenario's table
};

/// "equal", "priority", "side" or "speed".
Responsibility read_responsibility(const JsonNode& node);

}  // namespace throng::scenario
