// The program of a worker for a `RobotPool`, in browsers and in Node: the tasks of robots, and those of the library.

import { round } from 'nearmiss/convex';
import { coreTasks, serveTasks } from 'nearmiss/workers';
import { robotTasks } from '../sharing/robot-tasks.ts';

serveTasks({ ...coreTasks, ...robotTasks }, { parts: [round] });
