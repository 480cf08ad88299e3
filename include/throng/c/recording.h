/* Recordings: the frames of a run in a file (HDF5, docs/files.md), read a frame at a time, written while a run goes on.
 */
#ifndef THRONG_C_RECORDING_H
#define THRONG_C_RECORDING_H
#include "throng/c/agents.h"
#include "throng/c/scenario.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open recording. Only the frame index is kept in memory. */
typedef struct throng_recording throng_recording;

/* Also opens what a killed run left, and a recording still being written: throng_recording_info.closed_cleanly tells,
 * and the log callback is told of it. THRONG_INPUT_OUTPUT: the file can't be read; THRONG_CORRUPT_FILE: it is damaged,
 * cut short or no recording of Throng. */
THRONG_C_API throng_status throng_recording_open(throng_instance* instance, const char* path,
                                                 throng_recording** recording);
/* Of a file that was cut after `cut_at` bytes and filled up with zeros to the length it says: the frames that may be
 * whole. Reading one that is not is THRONG_CORRUPT_FILE. */
THRONG_C_API throng_status throng_recording_open_cut(throng_instance* instance, const char* path, uint64_t cut_at,
                                                     throng_recording** recording);
THRONG_C_API void throng_recording_destroy(throng_recording* recording); /* null: nothing happens */
/* As throng_instance_error. */
THRONG_C_API const char* throng_recording_error(const throng_recording* recording);

typedef struct throng_recording_info {
  uint32_t struct_size;
  int32_t closed_cleanly; /* 0: the run that wrote it was killed or still goes on; 1 */
  double fps;             /* frames per second of simulated time */
  double time_step;       /* s */
  throng_vec2d origin;    /* m, the local origin of the engine's floats */
  uint64_t every;         /* steps from one frame to the next */
  uint64_t frames;
  uint64_t lost_frames; /* that the file names and that are not whole, all behind the others */
  uint64_t rows;        /* agents summed over all frames */
  int32_t aim_points;   /* 0 or 1: each frame has them */
  int32_t heights;      /* 0 or 1: each frame has elevations */
} throng_recording_info;
THRONG_C_API void throng_recording_info_init(throng_recording_info* info, size_t struct_size);
THRONG_C_API throng_status throng_recording_get_info(throng_recording* recording, throng_recording_info* info);

/* ---- Texts and outlines. They are the recording's, as long as it is there. ---- */
THRONG_C_API throng_status throng_recording_get_path(throng_recording* recording, const char** path);
/* One sentence for people when it is not closed cleanly, else "". */
THRONG_C_API throng_status throng_recording_get_warning(throng_recording* recording, const char** warning);
/* The walkable area, well-known text; "" = none. */
THRONG_C_API throng_status throng_recording_get_geometry(throng_recording* recording, const char** geometry);
/* The scenario as it was run, JSON; "" = none. */
THRONG_C_API throng_status throng_recording_get_scenario(throng_recording* recording, const char** scenario);
/* Of the engine that ran it. */
THRONG_C_API throng_status throng_recording_get_version(throng_recording* recording, const char** version);
THRONG_C_API throng_status throng_recording_get_executor(throng_recording* recording, const char** executor);
/* By row of the profile table; `texts` gets null when there are none. */
THRONG_C_API throng_status throng_recording_get_profile_names(throng_recording* recording, const char* const** texts,
                                                              uint64_t* count);
/* In the agent's frame, counter-clockwise, by row of the profile table; no vertices = discs. None when all are. */
THRONG_C_API throng_status throng_recording_get_footprints(throng_recording* recording, const throng_outline** outlines,
                                                           uint64_t* count);

typedef struct throng_frame_info {
  uint32_t struct_size;
  uint32_t reserved;   /* 0 */
  double time;         /* s */
  uint64_t step;       /* of the world, in whose life it was made */
  uint64_t state_hash; /* as throng_world_get_state_hash */
  uint64_t agents;
} throng_frame_info;
THRONG_C_API void throng_frame_info_init(throng_frame_info* info, size_t struct_size);
/* `frame`: below throng_recording_info.frames, as in the following. */
THRONG_C_API throng_status throng_recording_get_frame(throng_recording* recording, uint64_t frame,
                                                      throng_frame_info* info);
/* As throng_world_read; there are no handles. Velocities and headings have float's precision. */
THRONG_C_API throng_status throng_recording_read(throng_recording* recording, uint64_t frame,
                                                 const throng_readout* readout);

/* Where one agent is written, frame by frame. A column that is not given is not wanted. */
typedef struct throng_track {
  uint32_t struct_size;
  uint32_t reserved;      /* 0 */
  throng_array frame;     /* THRONG_U64 */
  throng_array time;      /* THRONG_F64, s */
  throng_array position;  /* THRONG_F64X2, m, world coordinates */
  throng_array velocity;  /* THRONG_F64X2, m/s */
  throng_array heading;   /* THRONG_F64X2, unit */
  throng_array profile;   /* THRONG_U32 */
  throng_array aim_point; /* THRONG_F64X2, m */
  throng_array elevation; /* THRONG_F64, m, of the ground; 0 without heights */
} throng_track;
THRONG_C_API void throng_track_init(throng_track* track, size_t struct_size);
/* The frames in which the agent of this id is, in order. `count` gets their number, each column the first ones, as many
 * as it has elements; `track` null = only the number. Reads one frame after another and keeps none. The progress
 * callback is asked between them ("track"). */
THRONG_C_API throng_status throng_recording_read_agent(throng_recording* recording, int64_t id,
                                                       const throng_track* track, uint64_t* count);

/* Records a run while it goes on: frames go through a bounded queue to a thread that writes them. A slow disk slows the
 * caller; no frame is ever dropped. At least once a second everything written so far is flushed, so that a killed run
 * loses about that much. */
typedef struct throng_recorder throng_recorder;

/* What the recording says about itself. What is not given is taken from `scenario`, then `world`. */
typedef struct throng_recorder_desc {
  uint32_t struct_size;
  int32_t overwrite;                /* 0 or 1: a file that is there may be replaced */
  throng_world* world;              /* null = none is asked */
  throng_scenario* scenario;        /* null = none is asked */
  double time_step;                 /* s, > 0; NaN = the world's, else 0.1 */
  double fps;                       /* frames per second of simulated time, > 0; NaN = 1 / (every * time_step) */
  uint64_t every;                   /* steps from one frame to the next; 0 = the scenario's, else 1 */
  throng_vec2d origin;              /* m; NaN in x = the world's, else (0, 0) */
  const char* geometry;             /* well-known text; null = the scenario's, else none */
  const char* scenario_json;        /* null = the scenario's as it is run, else none */
  const char* executor;             /* null = the world's, else "" */
  const char* version;              /* of the engine; null = Throng's */
  const char* const* profile_names; /* by row; null = the scenario's, else none */
  uint64_t profile_name_count;
  const throng_array* footprints; /* THRONG_F64X2, m, each, by row of the profile table; an array that is not given = a
                                   * disc; null = the world's, else discs */
  uint64_t footprint_count;
  int32_t aim_points;       /* 0 or 1: frames have them; -1 = as the scenario says, else 0 */
  int32_t heights;          /* 0 or 1: frames have elevations; -1 = when the world has heights */
  uint64_t expected_agents; /* per frame, tunes the size of the file's chunks; 0 = as many as the world has */
} throng_recorder_desc;
THRONG_C_API void throng_recorder_desc_init(throng_recorder_desc* desc, size_t struct_size);

/* `desc` null = the defaults. THRONG_INPUT_OUTPUT: the file exists and is not to be overwritten, is being recorded, or
 * can't be made. */
THRONG_C_API throng_status throng_recorder_create(throng_instance* instance, const char* path,
                                                  const throng_recorder_desc* desc, throng_recorder** recorder);
/* Finishes; errors of that are lost. Null: nothing happens. */
THRONG_C_API void throng_recorder_destroy(throng_recorder* recorder);
/* As throng_instance_error. */
THRONG_C_API const char* throng_recorder_error(const throng_recorder* recorder);

/* The world's present state as a frame: copies it and returns, waiting while the queue is full. THRONG_INPUT_OUTPUT,
 * then and in every later call, once writing has failed (the disk is full): the file keeps what was flushed before,
 * recoverable. */
THRONG_C_API throng_status throng_recorder_push_world(throng_recorder* recorder, throng_world* world);

/* A frame of one's own. Each column that the recording has must be given, with `count` elements. */
typedef struct throng_frame_desc {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  double time;       /* s */
  uint64_t step;
  uint64_t state_hash; /* 0 = unknown */
  uint64_t count;
  throng_array id;        /* THRONG_I64, ascending */
  throng_array position;  /* THRONG_F64X2, m */
  throng_array velocity;  /* THRONG_F64X2, m/s */
  throng_array heading;   /* THRONG_F64X2, unit */
  throng_array profile;   /* THRONG_U32; else row 0 */
  throng_array aim_point; /* THRONG_F64X2, m; with throng_recorder_desc.aim_points */
  throng_array elevation; /* THRONG_F64, m; with throng_recorder_desc.heights */
} throng_frame_desc;
THRONG_C_API void throng_frame_desc_init(throng_frame_desc* frame, size_t struct_size);
THRONG_C_API throng_status throng_recorder_push(throng_recorder* recorder, const throng_frame_desc* frame);

/* Writes what is left and closes the file; later calls do nothing. Fails as throng_recorder_push_world. */
THRONG_C_API throng_status throng_recorder_finish(throng_recorder* recorder);
/* Frames that are flushed, safe from a crash of this process, and the size of the file. */
THRONG_C_API throng_status throng_recorder_get_written(throng_recorder* recorder, uint64_t* frames, uint64_t* bytes);

/* What throng_recover_recording has found and kept. */
typedef struct throng_recover_report {
  uint32_t struct_size;
  int32_t already_clean;  /* 0 or 1: a file was written only when an output was named */
  uint64_t frames;        /* kept (or found, when already clean) */
  uint64_t rows;          /* agents summed over these frames */
  double last_time;       /* s, of the last frame */
  uint64_t lost_frames;   /* that the file names and does not hold whole */
  uint64_t missing_bytes; /* of a file that is shorter than it says */
} throng_recover_report;
THRONG_C_API void throng_recover_report_init(throng_recover_report* report, size_t struct_size);
/* Copies all complete frames to `output`, or in place (null): written beside and renamed, so that the original is
 * untouched until all is well. `report` null = not wanted. THRONG_INPUT_OUTPUT: the file is still being recorded,
 * `output` exists or can't be written; THRONG_CORRUPT_FILE: the file is damaged, no recording, or cut so short that no
 * frame is left. */
THRONG_C_API throng_status throng_recover_recording(throng_instance* instance, const char* path, const char* output,
                                                    throng_recover_report* report);

#ifdef __cplusplus
}
#endif
#endif
