/* An instance: the callbacks of a host, and what other objects are made on. */
#ifndef THRONG_C_INSTANCE_H
#define THRONG_C_INSTANCE_H
#include "throng/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_instance throng_instance;

typedef uint32_t throng_log_level;
enum {
  THRONG_LOG_DEBUG = 0,   /* objects that are made and destroyed */
  THRONG_LOG_WARNING = 1, /* things that work, but are hardly meant: of scenes, recordings, measures */
  THRONG_LOG_ERROR = 2    /* the text of each call that fails */
};

/* `text` is of UTF-8, one line, valid during the call. A callback may be called on any thread that makes calls, and
 * must neither throw, jump out, nor call functions on the object that calls it. */
typedef void (*throng_log_fn)(throng_log_level level, const char* text, void* user);
/* `what` names the work ("step", "navigation", "measure"), `done` is the share that is done, 0 to 1. Other than 0
 * cancels: the call returns THRONG_CANCELLED, and the object stays usable. */
typedef int32_t (*throng_progress_fn)(const char* what, double done, void* user);
/* Memory of `size` bytes (> 0) aligned to `alignment` (a power of two), or null. Released with the same numbers. */
typedef void* (*throng_allocate_fn)(size_t size, size_t alignment, void* user);
typedef void (*throng_release_fn)(void* memory, size_t size, size_t alignment, void* user);

typedef struct throng_instance_desc {
  uint32_t struct_size;
  throng_log_level least_level; /* lower ones are not told; THRONG_LOG_WARNING */
  throng_log_fn log;            /* null = nobody is told */
  void* log_user;
  throng_progress_fn progress; /* null = none */
  void* progress_user;
  /* Of objects, their texts, and arrays that they lend. Both or none; null = malloc. The engine's own tables and arrays
   * come from operator new, which a program replaces as a whole. */
  throng_allocate_fn allocate;
  throng_release_fn release;
  void* memory_user;
} throng_instance_desc;
THRONG_C_API void throng_instance_desc_init(throng_instance_desc* desc, size_t struct_size);

/* `desc` null = the defaults. Objects that are made on an instance take its callbacks over; it may be destroyed before
 * them. No text is kept when making an instance fails: the log callback of `desc` is told, when it can be. */
THRONG_C_API throng_status throng_instance_create(const throng_instance_desc* desc, throng_instance** instance);
THRONG_C_API void throng_instance_destroy(throng_instance* instance); /* null: nothing happens */
/* The text of the last call on this object that failed, "" when none has; valid until the next one fails. Null: "". */
THRONG_C_API const char* throng_instance_error(const throng_instance* instance);

#ifdef __cplusplus
}
#endif
#endif
