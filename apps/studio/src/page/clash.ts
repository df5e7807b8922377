import { ClashPage } from './clash/clash-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('clash');
await new ClashPage().open(location.hash);
