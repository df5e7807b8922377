// Where the numbers of a state stand: how two bodies lie and move at an instant, in the resting body's frame frozen there.
// The first RELATIVE_SIZE are the pose of the moving body (scalar/pose.ts).

export const VELOCITY_M = 14;
export const TURNING_M = 17;
export const PIVOT_M = 20;
export const VELOCITY_R = 23;
export const TURNING_R = 26;
export const PIVOT_R = 29;
export const LOOSE_SPEED_M = 32;
export const LOOSE_TURNING_M = 33;
export const LOOSE_SPEED_R = 34;
export const LOOSE_TURNING_R = 35;
export const STATE_SIZE = 36;
