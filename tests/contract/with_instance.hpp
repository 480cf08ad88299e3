// An instance whose host listens, and a folder for files.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "tests/contract/twin_worlds.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/throng.h"

namespace throng::test {

class WithInstance : public InFolder {
 protected:
  WithInstance() {
    throng_instance_desc desc;
    throng_instance_desc_init(&desc, sizeof(desc));
    desc.log = [](throng_log_level level, const char* text, void* self) {
      if (level == THRONG_LOG_WARNING) static_cast<WithInstance*>(self)->warnings_.emplace_back(text);
    };
    desc.progress = [](const char* what, double, void* self) {
      return static_cast<WithInstance*>(self)->cancels_ == what ? 1 : 0;
    };
    desc.log_user = desc.progress_user = this;
    EXPECT_EQ(throng_instance_create(&desc, &instance_), THRONG_OK);
  }
  ~WithInstance() override { throng_instance_destroy(instance_); }

  /// A call on an object, whose text is asked for after it.
  template <class T>
  static void accept(throng_status status, const char* (*error)(const T*), const T* object) {
    EXPECT_EQ(status, THRONG_OK) << error(object);
  }
  template <class T>
  static void refuse(throng_status status, throng_status wanted, std::string_view words, const char* (*error)(const T*),
                     const T* object) {
    const std::string text = error(object);
    EXPECT_EQ(status, wanted) << text;
    EXPECT_NE(text.find(words), std::string::npos) << words << " in: " << text;
  }
  void accept(throng_status status) const { accept<throng_instance>(status, throng_instance_error, instance_); }
  void refuse(throng_status status, throng_status wanted, std::string_view words) const {
    refuse<throng_instance>(status, wanted, words, throng_instance_error, instance_);
  }

  throng_instance* instance_ = nullptr;
  std::vector<std::string> warnings_;  ///< that the host was told
  std::string cancels_;                ///< work that it cancels
};

}  // namespace throng::test
