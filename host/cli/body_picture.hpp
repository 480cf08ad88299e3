// A picture of bodies and of what overlaps.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "host/cli/body_pairs.hpp"

namespace throng::cli {

/// SVG: bodies, those that overlap in red, each overlapping pair's way out from its points, touching points as dots. y
/// goes up.
class BodyPicture {
 public:
  /// `bodies` must outlive it.
  explicit BodyPicture(const std::vector<FileBody>& bodies);
  ~BodyPicture();
  BodyPicture(const BodyPicture&) = delete;
  BodyPicture& operator=(const BodyPicture&) = delete;

  void add(const FilePair& pair);
  [[nodiscard]] std::string text() const;

 private:
  class Paper;
  class Drawing;

  const std::vector<FileBody>& bodies_;
  std::vector<bool> deep_;
  std::unique_ptr<Paper> paper_;
  std::unique_ptr<Drawing> pairs_;
};

}  // namespace throng::cli
