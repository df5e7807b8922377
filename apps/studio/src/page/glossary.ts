import { elementOf } from './element.ts';
import { mountShell } from './shell/shell.ts';

mountShell('');
// The page does not scroll, this part of it does: with the focus, by the keyboard too.
elementOf('#glossary', HTMLElement).tabIndex = 0;
