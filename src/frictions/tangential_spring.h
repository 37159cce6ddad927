#ifndef DP_FRICTION_TANGENTIAL_SPRING_H
#define DP_FRICTION_TANGENTIAL_SPRING_H

#include "frictions/sliding.h"

// A spring along the surface whose force z is capped by mu F_n: mindlin and cundall-strack. Its
// stiffness is `ratio` times the elastic stiffness k of the normal contact.
//     stick: z' = ratio k s' + z k'/k, the second term only while k falls
//     slip:  z = +-mu F_n
// With z kept while k falls the spring would gain energy. A damper acts beside the spring; their
// sum is capped as well.

enum { DP_SPRING_MU, DP_SPRING_RATIO, DP_SPRING_DAMPING };  // constants

/// For both laws: `damping` is 0 where the law has none.
extern const dp_grip dp_spring_grip;

#endif
