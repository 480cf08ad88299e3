// Structs that have got a member since: callers of the first version, of this one and of a later one.
#include "host/c_api/descriptor.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "throng/error.hpp"

namespace {
struct Grown {
  std::uint32_t struct_size;
  std::uint32_t first;
  double second;
  double added;  // in the second version
};
struct FirstVersion {
  std::uint32_t struct_size;
  std::uint32_t first;
  double second;
};
struct LaterVersion {
  Grown known;
  double unknown;
};
void grown_init(Grown* grown, std::size_t struct_size);
}  // namespace

namespace throng::c_api {
template <>
inline constexpr std::uint32_t first_size<Grown> = sizeof(FirstVersion);
}
namespace {
void grown_init(Grown* grown, std::size_t struct_size) {
  throng::c_api::init_descriptor(grown, struct_size, Grown{sizeof(Grown), 1, 2.0, 3.0});
}
}  // namespace

namespace throng::contract {
namespace {

std::string why_refused(const Grown* given) {
  try {
    c_api::read_descriptor(given, "grown", grown_init);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

TEST(Descriptors, OfTheFirstVersionHaveDefaultsForWhatIsNew) {
  alignas(Grown) unsigned char bytes[sizeof(FirstVersion)];
  const FirstVersion given = {sizeof(FirstVersion), 7, 8.0};
  std::memcpy(bytes, &given, sizeof(given));
  const Grown read = c_api::read_descriptor(reinterpret_cast<const Grown*>(bytes), "grown", grown_init);
  EXPECT_EQ(read.first, 7u);
  EXPECT_EQ(read.second, 8.0);
  EXPECT_EQ(read.added, 3.0);
}

TEST(Descriptors, OfTheFirstVersionAreFilledInNoFartherThanTheyReach) {
  alignas(Grown) unsigned char bytes[sizeof(Grown)];
  std::memset(bytes, 0x5a, sizeof(bytes));
  grown_init(reinterpret_cast<Grown*>(bytes), sizeof(FirstVersion));
  FirstVersion filled;
  std::memcpy(&filled, bytes, sizeof(filled));
  EXPECT_EQ(filled.struct_size, sizeof(FirstVersion));
  EXPECT_EQ(filled.second, 2.0);
  for (std::size_t k = sizeof(FirstVersion); k < sizeof(bytes); ++k) EXPECT_EQ(bytes[k], 0x5a) << k;
}

TEST(Descriptors, OfThisVersionAreTakenWhole) {
  const Grown given = {sizeof(Grown), 7, 8.0, 9.0};
  EXPECT_EQ(c_api::read_descriptor(&given, "grown", grown_init).added, 9.0);
}

TEST(Descriptors, OfALaterVersionAreTakenWhenTheyAskForNothingNew) {
  LaterVersion given = {{sizeof(LaterVersion), 7, 8.0, 9.0}, 0.0};
  EXPECT_EQ(c_api::read_descriptor(&given.known, "grown", grown_init).added, 9.0);
  given.unknown = 1.0;
  EXPECT_NE(why_refused(&given.known).find("grown.struct_size is 32"), std::string::npos) << why_refused(&given.known);
}

TEST(Descriptors, OfNoVersionAreRefused) {
  for (const std::uint32_t size : {0u, std::uint32_t{sizeof(FirstVersion)} - 1, c_api::most_size + 1}) {
    const Grown given = {size, 7, 8.0, 9.0};
    EXPECT_NE(why_refused(&given).find("grown.struct_size is " + std::to_string(size)), std::string::npos)
        << why_refused(&given);
  }
}

TEST(Descriptors, AreWrittenAsFarAsTheCallerKnowsThem) {
  LaterVersion target = {{sizeof(FirstVersion), 0, 0.0, -1.0}, -1.0};
  c_api::write_descriptor(&target.known, "grown", Grown{0, 7, 8.0, 9.0});
  EXPECT_EQ(target.known.struct_size, sizeof(FirstVersion));
  EXPECT_EQ(target.known.second, 8.0);
  EXPECT_EQ(target.known.added, -1.0) << "behind the caller's struct";
  target.known.struct_size = sizeof(LaterVersion);
  c_api::write_descriptor(&target.known, "grown", Grown{0, 7, 8.0, 9.0});
  EXPECT_EQ(target.known.added, 9.0);
  EXPECT_EQ(target.unknown, 0.0);
}

}  // namespace
}  // namespace throng::contract
