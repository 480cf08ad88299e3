// Texts as attributes: of fixed length as they are written, of variable length as earlier recordings have them.
#include "host/io/hdf5.hpp"
#include "host/io/recording_layout.hpp"
#include "host/io/recording_writer.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::io_texts_tests {
namespace {

class Texts : public test::InFolder {
 protected:
  hdf5::Handle make(const char* name) {
    return {H5Fcreate(file(name).c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access_), H5Fclose, name};
  }
  hdf5::Lock lock_;
  hdf5::Handle access_ = [] {
    hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "access");
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    return access;
  }();
};

TEST_F(Texts, ComeBackAsTheyWere) {
  const hdf5::Handle out = make("texts.h5");
  const std::string large(300000, 'x');
  for (const std::string& text : {std::string(), std::string("a"), std::string("Gr\xc3\xb6\xc3\x9f"), large}) {
    const std::string fixed = fmt::format("fixed {}", text.size()), variable = fmt::format("variable {}", text.size());
    hdf5::write_text(out, fixed.c_str(), text);
    hdf5::write_variable_text(out, variable.c_str(), text);
    EXPECT_EQ(hdf5::read_text(out, fixed.c_str()), text);
    EXPECT_EQ(hdf5::read_text(out, variable.c_str()), text);
  }
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{}, {""}, {"", "bus", ""}, {"walker", "rvo2 (/agents/2)"}}) {
    const std::string name = fmt::format("list {}", texts.size() + (texts.empty() ? 0 : texts[0].size()));
    hdf5::write_texts(out, name.c_str(), texts);
    EXPECT_EQ(hdf5::read_texts(out, name.c_str()), texts);
  }
  test::expect_error(ErrorCode::invalid_argument, "NUL", [&] { hdf5::write_text(out, "nul", std::string(2, '\0')); });
  test::expect_error(ErrorCode::invalid_argument, "NUL",
                     [&] { hdf5::write_variable_text(out, "nul", std::string(2, '\0')); });
}

/// What the attribute is, h5py and PedPy depend on it.
bool is_variable(hid_t object, const char* name) {
  const hdf5::Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name);
  const hdf5::Handle type(H5Aget_type(attribute), H5Tclose, name);
  return H5Tis_variable_str(type) > 0;
}

TEST_F(Texts, AreOfFixedLengthInARecordingButTheAreaOfPedPy) {
  namespace layout = recording_layout;
  RecordingInfo info;
  info.wkt_geometry = "POLYGON ((0 0, 9 0, 9 9, 0 0))";
  info.scenario_json = std::string(100000, ' ');
  info.profile_names = {"walker", "bus"};
  RecordingWriter(file("run.h5"), info).close();
  {
    const hdf5::Handle in(H5Fopen(file("run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "run.h5");
    const hdf5::Handle group(H5Gopen2(in, layout::group, H5P_DEFAULT), H5Gclose, layout::group);
    EXPECT_TRUE(is_variable(in, layout::wkt_geometry));
    EXPECT_EQ(hdf5::read_text(in, layout::wkt_geometry), info.wkt_geometry);
    for (const char* name :
         {layout::wkt_geometry, layout::engine_version, layout::executor, layout::scenario, layout::profile_names}) {
      EXPECT_FALSE(is_variable(group, name)) << name;
    }
  }
  const Recording found(file("run.h5"));
  EXPECT_EQ(found.info().wkt_geometry, info.wkt_geometry);
  EXPECT_EQ(found.info().scenario_json, info.scenario_json);
  EXPECT_EQ(found.info().profile_names, info.profile_names);
}

TEST_F(Texts, OfVariableLengthAreReadInEarlierRecordings) {
  namespace layout = recording_layout;
  RecordingInfo info;
  info.wkt_geometry = "POLYGON ((0 0, 9 0, 9 9, 0 0))";
  info.scenario_json = "{}";
  RecordingWriter(file("run.h5"), info).close();
  {
    const hdf5::Handle out(H5Fopen(file("run.h5").c_str(), H5F_ACC_RDWR, access_), H5Fclose, "run.h5");
    const hdf5::Handle group(H5Gopen2(out, layout::group, H5P_DEFAULT), H5Gclose, layout::group);
    ASSERT_GE(H5Adelete(group, layout::wkt_geometry), 0);
    ASSERT_GE(H5Adelete(group, layout::scenario), 0);
    hdf5::write_variable_text(group, layout::scenario, info.scenario_json);
  }
  const Recording found(file("run.h5"));
  EXPECT_EQ(found.info().wkt_geometry, info.wkt_geometry);
  EXPECT_EQ(found.info().scenario_json, info.scenario_json);
}

}  // namespace
}  // namespace throng::io_texts_tests
