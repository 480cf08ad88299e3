/* The C interface of Throng, whole (docs/embedding.md). C99 and C++.
 *
 * Objects are opaque. Each keeps the text of its last failing call; there is no state beside them, nothing is thrown
 * and nothing printed. One thread at a time may use an object; objects are independent of each other, also those of
 * one instance. */
#ifndef THRONG_THRONG_H
#define THRONG_THRONG_H
#include "throng/c/agents.h"
#include "throng/c/array.h"
#include "throng/c/base.h"
#include "throng/c/collision.h"
#include "throng/c/heights.h"
#include "throng/c/instance.h"
#include "throng/c/journeys.h"
#include "throng/c/measures.h"
#include "throng/c/navigation.h"
#include "throng/c/recording.h"
#include "throng/c/scenario.h"
#include "throng/c/steering.h"
#include "throng/c/surroundings.h"
#include "throng/c/text.h"
#include "throng/c/world.h"
#endif
