/* Texts that calls make, as objects of their own. */
#ifndef THRONG_C_TEXT_H
#define THRONG_C_TEXT_H
#include "throng/c/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_text throng_text;

/* UTF-8 with a zero behind it, as long as the object is there. Null: "". */
THRONG_C_API const char* throng_text_data(const throng_text* text);
/* Bytes, without the zero. Null: 0. */
THRONG_C_API uint64_t throng_text_length(const throng_text* text);
THRONG_C_API void throng_text_destroy(throng_text* text); /* null: nothing happens */

#ifdef __cplusplus
}
#endif
#endif
