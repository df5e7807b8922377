import { mountShell } from './shell/shell.ts';

mountShell('');
