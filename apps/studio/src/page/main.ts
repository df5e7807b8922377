import { PairPage } from './pair-page.ts';

await new PairPage().open(location.hash);
