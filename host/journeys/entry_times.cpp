#include "host/journeys/entry_times.hpp"

#include <algorithm>

#include "host/draw.hpp"
#include "host/journeys/source_places.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {
namespace {

/// When the integral of the rate from `source.from` on is `expected`.
std::optional<double> time_of(const Source& source, double expected) {
  double sum = 0.0;
  for (std::size_t k = 0; k < source.rates.size(); ++k) {
    const double begin = std::max(source.rates[k].from, source.from);
    const bool last = k + 1 == source.rates.size();
    const double rate = source.rates[k].rate;
    if (!last) {
      const double end = std::max(source.rates[k + 1].from, source.from);
      const double more = rate * (end - begin);
      if (!(expected < sum + more)) {
        sum += more;
        continue;
      }
    }
    if (rate <= 0.0) return std::nullopt;
    return begin + (expected - sum) / rate;
  }
  return std::nullopt;
}

/// Expected agents from one to the next.
double gap(const Source& source, std::uint32_t row, std::uint64_t seed, std::uint64_t number) {
  if (source.regular) return number == 0 ? 0.0 : 1.0;
  return draw_exponential(source_seed(seed, row), number, random_stream::source_gap);
}

double time_in(double time) { return time; }
double time_in(const Source::Entry& entry) { return entry.time; }

void find_due(const Source& source, EntryClock& clock) {
  clock.due.reset();
  const auto is_before = [](const auto& entry, double from) { return time_in(entry) < from; };
  std::uint64_t first = 0;  // those before `from` don't count
  if (!source.times.empty()) {
    first = static_cast<std::uint64_t>(
        std::lower_bound(source.times.begin(), source.times.end(), source.from, is_before) - source.times.begin());
  } else if (!source.entries.empty()) {
    first = static_cast<std::uint64_t>(
        std::lower_bound(source.entries.begin(), source.entries.end(), source.from, is_before) -
        source.entries.begin());
  }
  clock.number = std::max(clock.number, first);
  if (source.total && clock.number - first >= *source.total) return;
  if (!source.rates.empty()) {
    clock.due = time_of(source, clock.expected);
  } else {
    const auto time = [&](std::uint64_t k) { return source.times.empty() ? source.entries[k].time : source.times[k]; };
    const std::uint64_t count = source.times.empty() ? source.entries.size() : source.times.size();
    if (clock.number < count) clock.due = time(clock.number);
  }
  if (clock.due && !(*clock.due < source.until)) clock.due.reset();
}

}  // namespace

EntryClock first_entry(const Source& source, std::uint32_t row, std::uint64_t seed) {
  EntryClock clock;
  if (!source.rates.empty()) clock.expected = gap(source, row, seed, 0);
  find_due(source, clock);
  return clock;
}

void next_entry(const Source& source, std::uint32_t row, std::uint64_t seed, EntryClock& clock) {
  ++clock.number;
  if (!source.rates.empty()) clock.expected += gap(source, row, seed, clock.number);
  find_due(source, clock);
}

}  // namespace throng
