/* Borrowed arrays: memory of the caller's, looked at or written during a call and never kept. */
#ifndef THRONG_C_ARRAY_H
#define THRONG_C_ARRAY_H
#include "throng/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of elements. A function says which it takes; where it takes THRONG_F64X2 it takes THRONG_F32X2 as well, and
 * THRONG_F32 for THRONG_F64 (written values are rounded). */
typedef uint32_t throng_type;
enum {
  THRONG_F64X2 = 1, /* throng_vec2d */
  THRONG_F32X2 = 2, /* throng_vec2f */
  THRONG_F64 = 3,
  THRONG_F32 = 4,
  THRONG_I64 = 5,
  THRONG_U32 = 6,
  THRONG_I32 = 7,
  THRONG_U8 = 8,
  THRONG_HANDLE = 9, /* throng_agent */
  THRONG_U64 = 10,
  THRONG_PAIR = 11 /* throng_pair */
};

typedef uint32_t throng_memory;
enum {
  THRONG_HOST = 0,
  THRONG_DEVICE = 1 /* of the GPU that is current in the CUDA runtime; copied through `stream`, which is waited for */
};

/* `count` elements, `stride` bytes from one to the next: 0 = one behind the other; may be negative, `data` is the
 * first element in any case. All zero (data null, count 0) = not given, where a function allows that. Data and stride
 * are multiples of the alignment of the type's numbers. Elements of a written array don't overlap. */
typedef struct throng_array {
  void* data; /* not written by functions that read it */
  uint64_t count;
  int64_t stride;
  throng_type type;
  throng_memory memory;
  void* stream; /* a cudaStream_t, of device memory; null = the default stream */
} throng_array;

#ifdef __cplusplus
}
#endif
#endif
