#include "tests/contract/wrong_arguments.hpp"

#include <algorithm>

namespace throng::contract {
namespace {

/// Names as texts have them: "stuck_time" is "stuck time" in some.
std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}
std::string last_name(const std::string& name) { return name.substr(name.rfind('.') + 1); }

bool device_memory_is_there(throng_instance* instance) {
  auto info = filled<throng_executor_info>(throng_executor_info_init);
  return throng_get_executor_info(instance, THRONG_CUDA, &info) == THRONG_OK && info.available != 0;
}

throng_type single_of(throng_type type) {
  if (type == THRONG_F64X2) return THRONG_F32X2;
  return type == THRONG_F64 ? throng_type{THRONG_F32} : type;
}

}  // namespace

void Trial::check(bool holds, const std::string& what) {
  if (!holds) faults_.push_back(function_ + ": " + what);
}

void Trial::on(std::function<const char*()> error, std::function<std::uint64_t()> state) {
  error_ = std::move(error);
  state_ = std::move(state);
}

void Trial::null_object(throng_status status) {
  ++calls_;
  check(status == THRONG_NULL_HANDLE, std::string("null object: ") + throng_status_name(status));
}

void Trial::accepted(throng_status status) {
  ++calls_;
  check(status == THRONG_OK, std::string("a good call: ") + throng_status_name(status) + ", " +
                                 (error_                        ? error_()
                                  : stage_.log().errors.empty() ? ""
                                                                : stage_.log().errors.back().c_str()));
}

void Trial::refused(const std::string& name, const Rules& rules, const std::string& value, throng_status status,
                    const std::function<throng_status()>& call, const std::string& of) {
  const std::string what = (of.empty() ? "" : of + " with ") + name + " " + value + ": ";
  const std::uint64_t before = state_ ? state_() : 0;
  const std::size_t logged = stage_.log().errors.size();
  const throng_status got = call();
  ++calls_;
  if (got == THRONG_OK || got == THRONG_INTERNAL || (status != 0 && got != status)) {
    return check(false, what + throng_status_name(got) + (error_ ? std::string(", ") + error_() : ""));
  }
  const std::vector<std::string>& errors = stage_.log().errors;
  if (!error_ && errors.size() == logged)
    return check(value.find("size") != std::string::npos || value == "misaligned", what + "nothing logged");
  check(errors.size() == logged + 1, what + "logged " + std::to_string(errors.size() - logged) + " times");
  if (errors.size() <= logged) return;
  const std::string text = error_ ? error_() : errors.back();
  check(text == errors.back(), what + "the log has another text: " + errors.back());
  // Of an array "desc.position" the text may name the array or, where the engine looks at it, the thing.
  const std::string wanted = plain(rules.named.empty() ? last_name(name) : rules.named);
  const bool names_it = plain(text).find(wanted) != std::string::npos ||
                        plain(text).find(plain(last_name(name))) != std::string::npos || got == THRONG_STALE_HANDLE;
  check(names_it, what + "the text doesn't name it: " + text);
  check(of.empty() || of.find('.') != std::string::npos || name != "struct_size" || text.find(of) != std::string::npos,
        what + "the text doesn't name the descriptor: " + text);
  check(text.find('\n') == std::string::npos, what + "more than a line: " + text);
  check(!state_ || state_() == before, what + "the object has changed");
  check(is_null_(), what + "something was made");
}

std::vector<double> Trial::wrong_numbers(const Rules& rules) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> wrong = {-infinity};
  if (!rules.inf) wrong.push_back(infinity);
  if (!rules.nan) wrong.push_back(std::numeric_limits<double>::quiet_NaN());
  return wrong;
}

void Trial::each_wrong_array(const char* name, const throng_array& good, const Rules& rules, const WrongArray& call) {
  const auto with = [&](const char* value, throng_status status, const std::function<void(throng_array&)>& change) {
    throng_array wrong = good;
    change(wrong);
    refused(name, rules, value, status, [&] { return call(wrong); });
  };
  const auto invalid = [&](const char* value, const std::function<void(throng_array&)>& change) {
    with(value, THRONG_INVALID_ARGUMENT, change);
  };
  const auto size = static_cast<std::int64_t>(size_of(good.type));
  invalid("null data", [](throng_array& a) { a.data = nullptr; });
  invalid("count -1", [](throng_array& a) { a.count = static_cast<std::uint64_t>(-1); });
  invalid("count beyond the address space", [](throng_array& a) { a.count = INT64_MAX / 8; });
  if (rules.fixed) invalid("one element less", [](throng_array& a) { --a.count; });
  for (throng_type type = 0; type <= THRONG_U64 + 1; ++type) {
    if (type == good.type || type == single_of(good.type)) continue;
    invalid("type", [&](throng_array& a) { a.type = type; });
  }
  invalid("type UINT32_MAX", [](throng_array& a) { a.type = UINT32_MAX; });
  invalid("unknown memory", [](throng_array& a) { a.memory = 2; });
  if (size > 1) {
    invalid("elements that overlap", [&](throng_array& a) { a.stride = size - 1; });
    invalid("elements that overlap backward", [&](throng_array& a) { a.stride = 1 - size; });
    invalid("misaligned data", [](throng_array& a) { a.data = static_cast<unsigned char*>(a.data) + 1; });
    invalid("misaligned stride", [&](throng_array& a) { a.stride = size + 1; });
  }
  invalid("stride INT64_MIN", [](throng_array& a) { a.stride = INT64_MIN; });
  invalid("stride INT64_MAX", [](throng_array& a) { a.stride = INT64_MAX / 16 * 16; });
  if (!device_memory_is_there(stage_.instance())) {
    with("device memory", THRONG_UNAVAILABLE, [](throng_array& a) { a.memory = THRONG_DEVICE; });
  }
  if (!rules.out && !rules.any) each_wrong_element(name, good, rules, call);
}

void Trial::each_wrong_element(const char* name, const throng_array& good, const Rules& rules, const WrongArray& call) {
  const std::size_t size = size_of(good.type);
  const auto element = [&](std::uint64_t i) { return static_cast<unsigned char*>(good.data) + i * size; };
  const auto with = [&](std::uint64_t i, const void* wrong, const std::string& value) {
    unsigned char kept[16];
    std::memcpy(kept, element(i), size);
    std::memcpy(element(i), wrong, size);
    refused(name, rules, "element " + std::to_string(i) + " " + value, 0, [&] { return call(good); });
    std::memcpy(element(i), kept, size);
  };
  for (std::uint64_t i = 0; i < good.count; ++i) {
    if (good.type == THRONG_F64X2) {
      const auto* const xy = reinterpret_cast<const throng_vec2d*>(element(i));
      for (const double number : wrong_numbers(rules)) {
        const throng_vec2d wrong[] = {{number, xy->y}, {xy->x, number}};
        with(i, &wrong[0], "x " + std::to_string(number));
        if (!std::isnan(xy->x)) with(i, &wrong[1], "y " + std::to_string(number));
      }
    } else if (good.type == THRONG_F64) {
      for (const double number : wrong_numbers(rules)) with(i, &number, std::to_string(number));
    } else if (good.type == THRONG_HANDLE) {
      for (const throng_agent& wrong : stage_.wrong_handles(throng_agent{})) with(i, &wrong, "stale");
    }
    for (const std::int64_t number : rules.bad) {  // little-endian: the low bytes come first
      const auto real = static_cast<double>(number);
      with(i, good.type == THRONG_F64 ? static_cast<const void*>(&real) : &number, std::to_string(number));
    }
  }
  if (rules.distinct && good.count > 1) with(1, std::vector(element(0), element(0) + size).data(), "twice");
}

}  // namespace throng::contract
