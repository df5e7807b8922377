import { PairPage } from './pair-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('distance');
await new PairPage().open(location.hash);
