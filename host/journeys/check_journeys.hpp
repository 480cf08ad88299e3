// Checks of what journeys are made of. Each throws Error{invalid_argument} that names the thing and its value.
#pragma once
#include <cstddef>
#include <string>

#include "throng/journeys.hpp"

namespace throng {

/// How many rows of what there are, for references.
struct JourneyTables {
  std::size_t goals = 0, queues = 0, areas = 0, doors = 0, journeys = 0, profiles = 0;
};

void check_queue(const Queue& queue, const JourneyTables& tables);
void check_area(const WaitingArea& area);
void check_door(const Door& door);
void check_journey(const Journey& journey, const JourneyTables& tables);
void check_source(const Source& source, const JourneyTables& tables);

}  // namespace throng
