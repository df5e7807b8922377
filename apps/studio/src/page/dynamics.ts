import { DynamicsPage } from './dynamics/dynamics-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('dynamics');
await new DynamicsPage().open(location.hash);
