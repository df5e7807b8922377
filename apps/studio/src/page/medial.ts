import { MedialPage } from './medial/medial-page.ts';

await new MedialPage().open(location.hash);
