// Calls of the C interface with one wrong argument: every kind of wrong value for each kind of argument, and what has
// to come of it.
#pragma once
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/contract/stage.hpp"

namespace throng::contract {

/// What is right beside the good value, or wrong (good_calls.txt).
struct Rules {
  bool null = false, out = false, fixed = false, wanted = false, distinct = false, any = false, nan = false,
       inf = false;
  bool opaque = false;  ///< an object: no place that a T can be at
  std::vector<std::int64_t> bad = {};
  std::string named = {};  ///< what the text calls it; empty = its name
};

/// A descriptor of a header that is newer than the library, with a rest of zeros.
template <class T>
struct Larger {
  T known;
  unsigned char rest[32] = {};
};
template <class T>
Larger<T> larger_by_zeros(const T& known) {
  Larger<T> larger = {known};
  larger.known.struct_size = sizeof(larger);
  return larger;
}

class Trial {
 public:
  /// `faults` gets what is not as it should be.
  Trial(Stage& stage, std::vector<std::string>& faults) : stage_(stage), faults_(faults) {}

  [[nodiscard]] int calls() const { return calls_; }

  // ---- what is called ----
  void begin(const char* function) { function_ = function; }
  /// Where the text of a failing call is, and what the object's state comes to.
  void on(std::function<const char*()> error, std::function<std::uint64_t()> state);
  /// The text goes to the log alone, and nowhere when the descriptor can't be read.
  void on_log() { error_ = nullptr; }
  /// A place for a new object, which a failing call leaves null.
  template <class T>
  void want_null(T*& place) {
    is_null_ = [&place] { return place == nullptr; };
  }

  // ---- wrong values ----
  void null_object(throng_status status);

  /// A pointer: null, and at no place where a T can be.
  template <class T, class Call>
  void target(const char* name, const Rules& rules, const Call& call) {
    if (!rules.null) refused(name, rules, "null", THRONG_INVALID_ARGUMENT, [&] { return call(nullptr); });
    if (alignof(T) == 1 || rules.opaque) return;
    alignas(16) static unsigned char somewhere[8192] = {};
    refused(name, rules, "misaligned", THRONG_INVALID_ARGUMENT,
            [&] { return call(reinterpret_cast<T*>(somewhere + 1)); });
  }

  /// Of a descriptor; `reads`: the call reads it.
  template <class T, class Call>
  void sizes(const char* name, const T& good, bool reads, const Call& call) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{4}, sizeof(T) - 1, std::size_t{UINT32_MAX}}) {
      T wrong = good;
      wrong.struct_size = static_cast<std::uint32_t>(size);
      refused(
          "struct_size", {}, "struct_size " + std::to_string(size), THRONG_INVALID_ARGUMENT,
          [&] { return call(&wrong); }, name);
    }
    if (!reads) return;
    Larger<T> larger = larger_by_zeros(good);
    for (const std::size_t k : {std::size_t{0}, sizeof(larger.rest) - 1}) {
      larger.rest[k] = 1;
      refused(
          "struct_size", {}, "a rest that is not zero", THRONG_INVALID_ARGUMENT, [&] { return call(&larger.known); },
          name);
      larger.rest[k] = 0;
    }
  }

  template <class Call>
  void number(const char* name, const Rules& rules, const Call& call) {
    for (const double value : wrong_numbers(rules)) {
      refused(name, rules, std::to_string(value), 0, [&] { return call(value); });
    }
  }
  template <class Call>
  void vector(const char* name, throng_vec2d good, const Rules& rules, const Call& call) {
    for (const double value : wrong_numbers(rules)) {
      refused(name, rules, "x " + std::to_string(value), 0, [&] { return call(throng_vec2d{value, good.y}); });
      refused(name, rules, "y " + std::to_string(value), 0, [&] { return call(throng_vec2d{good.x, value}); });
    }
  }
  template <class Call>
  void integer(const char* name, const Rules& rules, const Call& call) {
    for (const std::int64_t value : rules.bad) {
      refused(name, rules, std::to_string(value), 0, [&] { return call(static_cast<Argument<Call>>(value)); });
    }
  }
  template <class Call>
  void handle(const char* name, const Stage& stage, const Rules& rules, const Call& call) {
    for (const auto& wrong : stage.wrong_handles(Argument<Call>{})) {
      refused(name, rules, "stale", THRONG_STALE_HANDLE, [&] { return call(wrong); });
    }
  }
  template <class Call>
  void text(const char* name, const Rules& rules, const Call& call) {
    if (!rules.null) refused(name, rules, "null", THRONG_INVALID_ARGUMENT, [&] { return call(nullptr); });
    const std::string nowhere = "/no such folder/file";
    refused(
        "no such folder", {}, "no such folder", 0, [&] { return call(nowhere.c_str()); }, name);
  }
  template <class Call>
  void array(const char* name, const Stage&, const throng_array& good, const Rules& rules, const Call& call) {
    target<const throng_array>(name, rules, call);
    each_wrong_array(name, good, rules, [&](const throng_array& wrong) { return call(&wrong); });
  }
  /// An array that is a member of a descriptor.
  template <class Call>
  void column(const char* name, const throng_array& good, const Rules& rules, const Call& call) {
    if (rules.wanted) refused(name, rules, "not given", THRONG_INVALID_ARGUMENT, [&] { return call(throng_array{}); });
    each_wrong_array(name, good, rules, [&](const throng_array& wrong) { return call(wrong); });
  }

  // ---- right values ----
  void accepted(throng_status status);
  template <class T>
  void init(void (*fill)(T*, std::size_t)) {
    fill(nullptr, sizeof(T));
    struct {
      T known;
      unsigned char beyond[8];
    } given;
    const auto filled = [&](std::size_t size) {
      std::memset(&given, 0x5a, sizeof(given));
      fill(&given.known, size);
    };
    filled(sizeof(T));
    check(given.known.struct_size == sizeof(T), "struct_size is not that of the struct");
    check(given.beyond[0] == 0x5a, "it writes beyond the struct");
    filled(sizeof(T) + sizeof(given.beyond));
    check(given.known.struct_size == sizeof(T) + sizeof(given.beyond), "struct_size is not what the caller knows");
    check(given.beyond[0] == 0, "what a later version has is not zero");
    for (const std::size_t wrong : {sizeof(std::uint32_t), std::size_t{1} << 40}) {
      filled(wrong);
      check(given.known.struct_size == 0, "a struct_size that no version has had is taken");
      check(given.beyond[0] == 0x5a, "it writes beyond the struct");
    }
  }
  void no_text(const char* text) { check(text != nullptr && *text == '\0', "null has an error text"); }

 private:
  using WrongArray = std::function<throng_status(const throng_array&)>;

  /// The type of a call's argument.
  template <class T>
  struct ArgumentOf;
  template <class F, class R, class A>
  struct ArgumentOf<R (F::*)(A) const> {
    using Type = A;
  };
  template <class Call>
  using Argument = typename ArgumentOf<decltype(&Call::operator())>::Type;

  static std::vector<double> wrong_numbers(const Rules& rules);
  void each_wrong_array(const char* name, const throng_array& good, const Rules& rules, const WrongArray& call);
  void each_wrong_element(const char* name, const throng_array& good, const Rules& rules, const WrongArray& call);

  /// `status` 0: any failure but a fault of Throng's own.
  void refused(const std::string& name, const Rules& rules, const std::string& value, throng_status status,
               const std::function<throng_status()>& call, const std::string& of = {});
  void check(bool holds, const std::string& what);

  Stage& stage_;
  std::vector<std::string>& faults_;
  int calls_ = 0;
  std::string function_;
  std::function<const char*()> error_;
  std::function<std::uint64_t()> state_;
  std::function<bool()> is_null_ = [] { return true; };
};

/// One per function, written by make_wrong_arguments.py.
extern const std::vector<void (*)(Trial&, Stage&)> all_trials;

}  // namespace throng::contract
