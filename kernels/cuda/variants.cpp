#include "kernels/cuda/variants.hpp"

#include <fmt/format.h>

#include "throng/error.hpp"

namespace throng::cuda {
namespace {

struct Setting {
  const char* text;
  void (*set)(Variants&);
};
constexpr Setting settings[] = {
    {"half_planes=shared", [](Variants& v) { v.half_planes = Variants::HalfPlanes::shared; }},
    {"half_planes=local", [](Variants& v) { v.half_planes = Variants::HalfPlanes::local; }},
    {"infeasible=together", [](Variants& v) { v.infeasible = Variants::Infeasible::together; }},
    {"infeasible=apart", [](Variants& v) { v.infeasible = Variants::Infeasible::apart; }},
    {"search=thread", [](Variants& v) { v.search = Variants::Search::thread; }},
    {"search=warp", [](Variants& v) { v.search = Variants::Search::warp; }},
    {"sort=counting", [](Variants& v) { v.sort = Variants::Sort::counting; }},
    {"sort=radix", [](Variants& v) { v.sort = Variants::Sort::radix; }},
    {"threads=128", [](Variants& v) { v.threads = 128; }},
    {"threads=192", [](Variants& v) { v.threads = 192; }},
    {"lots=resident", [](Variants& v) { v.lots = Variants::Lots::resident; }},
    {"lots=single", [](Variants& v) { v.lots = Variants::Lots::single; }},
    {"lots=many", [](Variants& v) { v.lots = Variants::Lots::many; }},
};

Variants with(const Setting& setting, Variants variants = {}) {
  setting.set(variants);
  return variants;
}

}  // namespace

Variants& variants() {
  static Variants chosen;
  return chosen;
}

Variants parse_variants(std::string_view text) {
  Variants result;
  if (text == "default") return result;
  for (std::string_view rest = text;;) {
    const std::size_t end = rest.find(',');
    const std::string_view word = rest.substr(0, end);
    bool known = false;
    for (const Setting& setting : settings) {
      if (word != setting.text) continue;
      setting.set(result);
      known = true;
    }
    if (!known) {
      std::string all;
      for (const Setting& setting : settings) all += fmt::format(", {}", setting.text);
      throw Error(ErrorCode::invalid_argument, fmt::format("no variant '{}'; there are: default{}", word, all));
    }
    if (end == std::string_view::npos) break;
    rest = rest.substr(end + 1);
  }
  const bool needs_shared = result.infeasible != Variants{}.infeasible || result.search != Variants{}.search ||
                            result.threads != Variants{}.threads || result.lots != Variants{}.lots;
  if (needs_shared && result.half_planes != Variants::HalfPlanes::shared) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("variant '{}': infeasible, search, threads and lots are of half_planes=shared", text));
  }
  return result;
}

std::string to_text(const Variants& variants) {
  std::string text;
  for (const Setting& setting : settings) {
    const bool is_default = with(setting) == Variants{}, is_so = with(setting, variants) == variants;
    if (is_so && !is_default) text += fmt::format("{}{}", text.empty() ? "" : ",", setting.text);
  }
  return text.empty() ? "default" : text;
}

std::vector<Variants> single_variants() {
  std::vector<Variants> all{Variants{}};
  for (const Setting& setting : settings) {
    if (with(setting) != Variants{}) all.push_back(with(setting));
  }
  return all;
}

}  // namespace throng::cuda
