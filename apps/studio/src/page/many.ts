import { ManyPage } from './many/many-page.ts';
import { sceneNamed } from './many/settings.ts';
import { mountShell } from './shell/shell.ts';

mountShell(sceneNamed(new URLSearchParams(location.search).get('scene')));
new ManyPage().open(location.hash);
