import { MedialPage } from './medial/medial-page.ts';
import { mountShell } from './shell/shell.ts';

mountShell('medial');
await new MedialPage().open(location.hash);
