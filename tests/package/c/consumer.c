/* Links the library, and with it all that it stands on. */
#include <stdio.h>

/* throng::steer(const SteeringBatch&, int), whose address alone is wanted. */
extern void _ZN6throng5steerERKNS_13SteeringBatchEi(void);

int main(void) {
  void (*volatile steer)(void) = _ZN6throng5steerERKNS_13SteeringBatchEi;
  return steer == 0 || printf("linked\n") < 0;
}
