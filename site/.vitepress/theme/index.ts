import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import '../../demos/demo.css';
import LiveDemo from './live-demo.ts';
import './site.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-after': () =>
        h(
          'div',
          { class: 'home-demo' },
          h(LiveDemo, { demo: 'pair', queries: 'distance collide penetration time-of-contact' }),
        ),
    }),
  enhanceApp({ app }: { app: import('vue').App }) {
    app.component('LiveDemo', LiveDemo);
  },
};
