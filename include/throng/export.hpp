// What the library shows to programs that link it; all else is hidden.
#pragma once

// Also in a static library: an exception's type has to be one type in a whole process, shared libraries included.
#if defined(__GNUC__)
#define THRONG_API __attribute__((visibility("default")))
#define THRONG_LOCAL __attribute__((visibility("hidden")))
#else
#define THRONG_API
#define THRONG_LOCAL
#endif
