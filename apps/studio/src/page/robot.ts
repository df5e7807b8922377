import { RobotPage } from './robot/robot-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('robot');
await new RobotPage().open(location.hash);
