/* What all parts of the C interface share: status, versions, small values. */
#ifndef THRONG_C_BASE_H
#define THRONG_C_BASE_H
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define THRONG_C_API __attribute__((visibility("default")))
#else
#define THRONG_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. All but THRONG_OK are failures: the object is as it was before the call (after
 * THRONG_DEVICE_LOST it can only be destroyed; after THRONG_CANCELLED what was done before stands where the function
 * says so), and throng_*_error() of the object that the call was made on says what is wrong, with the name of the
 * argument and its value. */
typedef int32_t throng_status;
enum {
  THRONG_OK = 0,
  THRONG_INVALID_ARGUMENT = 1, /* a value outside its limits, NaN, a null pointer, a wrong size, count or type */
  THRONG_STALE_HANDLE = 2,     /* of a removed agent or obstacle, or of another world */
  THRONG_BAD_SCENE = 3,        /* a scenario, geometry or agents file that can't be used */
  THRONG_UNAVAILABLE = 4,      /* executor or device not on this machine */
  THRONG_INPUT_OUTPUT = 5,     /* a file that can't be read or written; the disk is full */
  THRONG_OUT_OF_MEMORY = 6,
  THRONG_DEVICE_LOST = 7,  /* a fault on the device: the world is lost */
  THRONG_CORRUPT_FILE = 8, /* a recording or saved state cut short or damaged */
  THRONG_UNREACHABLE = 9,  /* agents that can't get to their goal around the walls */
  THRONG_CANCELLED = 10,   /* the progress callback said so */
  THRONG_NULL_HANDLE = 11, /* the object that the call is made on is a null pointer: it can keep no text */
  THRONG_INTERNAL = 12     /* a fault of Throng itself */
};
/* The name of a status as above ("THRONG_OK"), in memory that is always there; "unknown status" for other numbers. */
THRONG_C_API const char* throng_status_name(throng_status status);

/* Of this header. */
#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 1
#define THRONG_VERSION_PATCH 0
/* Of the library that is in use: major * 1000000 + minor * 1000 + patch, and "major.minor.patch". */
THRONG_C_API uint32_t throng_version(void);
THRONG_C_API const char* throng_version_text(void);
#define THRONG_HEADER_VERSION (THRONG_VERSION_MAJOR * 1000000 + THRONG_VERSION_MINOR * 1000 + THRONG_VERSION_PATCH)

/* Descriptors are structs whose first member is struct_size: how many bytes of them the program knows. throng_X_init
 * fills one in, with the size that it is told (sizeof, of the program's header) and with defaults. A library of a later
 * version, whose struct has more members, writes and reads no more than that. */

/* A row that is not given. Numbers that are not given are NaN, ids THRONG_NO_ID. */
#define THRONG_NONE UINT32_MAX
#define THRONG_NO_ID INT64_C(-1)

/* A point (m), a velocity (m/s) or a direction, in world coordinates. */
typedef struct throng_vec2d {
  double x, y;
} throng_vec2d;
typedef struct throng_vec2f {
  float x, y;
} throng_vec2f;

/* Names one agent of one world; stale after its removal: using it is an error, never another agent. */
typedef struct throng_agent {
  uint32_t slot, generation;
} throng_agent;
/* Names one obstacle of one world, alike. */
typedef struct throng_obstacle {
  uint32_t slot, generation;
} throng_obstacle;

#ifdef __cplusplus
}
#endif
#endif
