#include <fmt/format.h>

#include "host/cli/commands.hpp"
#include "host/cli/executor_names.hpp"
#include "host/cli/number_text.hpp"
#include "host/io/json_output.hpp"
#include "host/verify/golden_run.hpp"
#include "host/verify/self_check.hpp"

namespace throng::cli {
namespace {

std::vector<ExecutorKind> chosen_executors(const VerifyOptions& options) {
  if (!options.executor) return available_executors(executors());
  const ExecutorKind kind = parse_executor(*options.executor);
  // The world says which executor "auto" is on this machine, or why the one named is missing.
  WorldOptions world;
  world.executor = kind;
  return {World(world).executor()};
}

JsonOutput to_json(const Agreement& agreement) {
  return JsonOutput::object()
      .set("agents", agreement.agents)
      .set("within", agreement.within)
      .set("share", agreement.share())
      .set("worst_deviation", agreement.worst_deviation)
      .set("worst_case", agreement.worst_case);
}

const char* verdict(bool passed) { return passed ? "good" : "BAD"; }

void print_agreement(const char* name, const Agreement& agreement, double wanted) {
  if (agreement.agents == 0) {
    fmt::print("  {:<11}    none compared\n", name);
    return;
  }
  fmt::print("  {:<11}{:>8} agents, {:.4f} % within {:g} m/s (wanted {:g} %)", name, agreement.agents,
             100.0 * agreement.share(), agreement_tolerance, 100.0 * wanted);
  fmt::print(", worst {:.3g} m/s in {}\n", agreement.worst_deviation, agreement.worst_case);
}

// ---- Recorded cases ----

void print(const GoldenResult& result) {
  fmt::print("{}: {}: {} cases in {:.2f} s, {} refused\n", executor_name(result.executor), verdict(result.accepted()),
             result.cases, result.seconds, result.refused_cases);
  print_agreement("feasible", result.feasible, golden_feasible_share_wanted);
  print_agreement("infeasible", result.infeasible, infeasible_share_wanted);
  if (result.feasible.agents + result.infeasible.agents == 0) fmt::print("  nothing could be compared\n");
  if (!result.first_refusal.empty()) fmt::print("  first refused: {}\n", result.first_refusal);
}

JsonOutput to_json(const GoldenResult& result) {
  return JsonOutput::object()
      .set("executor", executor_name(result.executor))
      .set("accepted", result.accepted())
      .set("cases", result.cases)
      .set("refused_cases", result.refused_cases)
      .set("first_refusal", result.first_refusal)
      .set("seconds", result.seconds)
      .set("feasible", to_json(result.feasible))
      .set("infeasible", to_json(result.infeasible));
}

bool verify_golden(const VerifyOptions& options) {
  const std::vector<GoldenCase> cases = read_golden_cases(*options.golden);
  bool accepted = true;
  JsonOutput results = JsonOutput::array();
  for (const ExecutorKind executor : chosen_executors(options)) {
    const GoldenResult result = run_golden_cases(cases, executor, *options.golden);
    accepted = accepted && result.accepted();
    if (options.json) {
      results.add(to_json(result));
    } else {
      print(result);
    }
  }
  if (options.json) {
    const JsonOutput report = JsonOutput::object()
                                  .set("accepted", accepted)
                                  .set("file", *options.golden)
                                  .set("tolerance", agreement_tolerance)
                                  .set("results", results);
    fmt::print("{}\n", report.text());
  }
  return accepted;
}

// ---- Self check ----

void print(const SelfCheckReport& report) {
  fmt::print("one step against reference, from many states (wanted: all feasible agents within {:g} m/s)\n",
             agreement_tolerance);
  fmt::print("  {:<12}{:<11}{:>7}{:>10}{:>12}{:>12}{:>12}{:>12}  {}\n", "scene", "executor", "states", "feasible",
             "worst, m/s", "infeasible", "within, %", "worst, m/s", "");
  for (const OracleCheck& check : report.oracle) {
    if (!check.unavailable.empty()) {
      fmt::print("  {:<12}{:<11}not run: {}\n", check.scene, executor_name(check.executor), check.unavailable);
      continue;
    }
    fmt::print("  {:<12}{:<11}{:>7}{:>10}{:>12.3g}{:>12}{:>12.3f}{:>12.3g}  {}\n", check.scene,
               executor_name(check.executor), check.states, check.feasible.agents, check.feasible.worst_deviation,
               check.infeasible.agents, 100.0 * check.infeasible.share(), check.infeasible.worst_deviation,
               verdict(check.passed()));
  }
  fmt::print("the same bits after a run (wanted: the hash of cpu with one thread)\n");
  fmt::print("  {:<12}{:<11}{:>7}  {:<12}{:<18}\n", "scene", "executor", "threads", "order added", "state hash");
  for (const BitsCheck& check : report.bits) {
    fmt::print("  {:<12}{:<11}{:>7}  {:<12}{:<18}{}\n", check.scene, executor_name(check.executor), check.threads,
               check.order, hexadecimal(check.state_hash), verdict(check.passed()));
  }
}

JsonOutput to_json(const SelfCheckReport& report) {
  JsonOutput oracle = JsonOutput::array();
  for (const OracleCheck& check : report.oracle) {
    oracle.add(JsonOutput::object()
                   .set("scene", check.scene)
                   .set("executor", executor_name(check.executor))
                   .set("passed", check.passed())
                   .set("unavailable", check.unavailable)
                   .set("states", check.states)
                   .set("feasible", to_json(check.feasible))
                   .set("infeasible", to_json(check.infeasible)));
  }
  JsonOutput bits = JsonOutput::array();
  for (const BitsCheck& check : report.bits) {
    bits.add(JsonOutput::object()
                 .set("scene", check.scene)
                 .set("executor", executor_name(check.executor))
                 .set("threads", check.threads)
                 .set("order", check.order)
                 .set("passed", check.passed())
                 .set("state_hash", hexadecimal(check.state_hash))
                 .set("expected", hexadecimal(check.expected)));
  }
  return JsonOutput::object().set("passed", report.passed()).set("oracle", oracle).set("bits", bits);
}

bool verify_self(const VerifyOptions& options) {
  const SelfCheckReport report = run_self_check(chosen_executors(options));
  if (options.json) {
    fmt::print("{}\n", to_json(report).text());
  } else {
    print(report);
    fmt::print("{}\n", report.passed() ? "all good" : "something deviates");
  }
  return report.passed();
}

}  // namespace

ExitCode verify(const VerifyOptions& options) {
  const bool good = options.golden ? verify_golden(options) : verify_self(options);
  return good ? ExitCode::ok : ExitCode::failed;
}

}  // namespace throng::cli
