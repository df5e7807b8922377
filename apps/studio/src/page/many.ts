import { ManyPage } from './many/many-page.ts';

new ManyPage().open(location.hash);
