import { PairPage } from './pair-page.ts';
import { QuestionTabs } from './question-tabs.ts';
import { mountShell } from './shell/shell.ts';
import { readShown } from './shown.ts';

mountShell(QuestionTabs.pageOf(readShown(location.hash).show));
await new PairPage().open(location.hash);
