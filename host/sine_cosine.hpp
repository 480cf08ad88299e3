// Sine and cosine with the same bits on every machine, for tables that steps read: the standard library's differ.
#pragma once

namespace throng {

struct SineCosine {
  double sine, cosine;
};

/// Of an angle from 0 to pi (rad), to 1e-15 of each value. Only + - * /.
SineCosine sine_cosine(double angle);

}  // namespace throng
