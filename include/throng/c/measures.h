/* Measures of trajectories: flow, density, speed, overlaps and ways of a recording, or of recorded people
 * (docs/measures.md). */
#ifndef THRONG_C_MEASURES_H
#define THRONG_C_MEASURES_H
#include "throng/c/array.h"
#include "throng/c/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is to be measured. NaN and null = not given. Limits: throng/measures.hpp, whose names these are. */
typedef struct throng_measure_desc {
  uint32_t struct_size;
  int32_t threads;           /* 0 = all cores; never changes a figure */
  throng_array lines;        /* THRONG_F64X2, m: two points of each; who goes from its right to its left goes forward */
  const throng_array* areas; /* THRONG_F64X2, m, each: convex polygons, in either direction */
  uint64_t area_count;
  double from;              /* s; frames from ... to ..., both included */
  double to;                /* s */
  uint64_t frame_step;      /* frames before and behind, of speeds */
  double cut_off;           /* m: people see no farther than this, for their cells */
  double grid;              /* m: squares of the map; NaN = no map */
  double density_bin;       /* people/m^2, of the fundamental diagram */
  double radius;            /* m, of everybody; NaN = the recording's, where it has them */
  const char* scene_folder; /* with the files that a recording's scene names; null = beside the recording */
  const char* geometry; /* file of the walkable area: well-known text, or GeoJSON in a file named .geojson; null = the
                         * recording's */
  double frame_rate;    /* frames per second, of a text file that names none */
  double meters_per_length; /* 1 or 0.01, of a text file that names no unit */
  const char* table_folder; /* gets the series as CSV, a file for each; made when it is not there */
  int32_t shortest_ways;    /* 0 or 1: of each person, from the first place to the last */
  uint32_t reserved;        /* 0 */
} throng_measure_desc;
THRONG_C_API void throng_measure_desc_init(throng_measure_desc* desc, size_t struct_size);

/* Measures a recording of Throng, or text of the Pedestrian Dynamics Data Archive, in one pass: the figures as a JSON
 * object, as `throng measure --json` writes them. `desc` null = the defaults. What was left out, and why, is in it, and
 * told to the log callback as warnings. The progress callback is asked after each frame ("measure"): after
 * THRONG_CANCELLED nothing has been written. */
THRONG_C_API throng_status throng_measure(throng_instance* instance, const char* path, const throng_measure_desc* desc,
                                          throng_text** json);

#ifdef __cplusplus
}
#endif
#endif
