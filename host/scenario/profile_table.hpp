// Profiles of a scenario: the built-in ones, those of the file, and the rows that agents' own keys make.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "host/scenario/distribution.hpp"
#include "host/scenario/json_node.hpp"
#include "host/scenario/scenario.hpp"

namespace throng::scenario {

/// A profile as a scenario gives it: three of its values may be distributions.
struct ProfileSpec {
  std::string name;
  Profile row;  ///< shows the centers of the distributions
  Distribution radius, max_speed, preferred_speed;
  bool radius_given;  ///< holds whatever the footprint; one that is not follows it

  ProfileSpec(std::string name, const Profile& profile);
};

/// The keys of a profile, all of which an entry of agents may have too.
std::span<const char* const> profile_keys();

class ProfileTable {
 public:
  /// `responsibility` is the world's: a profile may repeat it, but not differ.
  ProfileTable(Scenario& scenario) : scenario_(scenario) {}

  /// Reads the object /profiles.
  void read(const JsonNode& profiles);
  /// The profile that an entry names (walker when none), changed by the profile keys that the entry has itself.
  [[nodiscard]] ProfileSpec spec_of_entry(const JsonNode& entry) const;
  [[nodiscard]] const ProfileSpec* find(const std::string& name) const;
  /// The row of the scenario's table for it, made when there is no equal one.
  ProfileIndex row(const ProfileSpec& spec);

 private:
  void apply_keys(const JsonNode& node, ProfileSpec& spec) const;

  Scenario& scenario_;
  std::map<std::string, ProfileSpec> specs_{{"walker", {"walker", Profile::walker()}},
                                            {"rvo2", {"rvo2", Profile::rvo2()}}};
};

/// "equal", "priority", "side" or "speed".
Responsibility read_responsibility(const JsonNode& node);

}  // namespace throng::scenario
