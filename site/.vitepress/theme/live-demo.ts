// A demo in a page, loaded when the page is shown.

import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

export default defineComponent({
  props: { demo: { type: String, required: true }, queries: { type: String, default: '' } },
  setup({ demo, queries }) {
    const root = ref<HTMLElement | null>(null);
    let remove = (): void => {};
    onMounted(async () => {
      const { mountDemo } = await import('../../demos/mount-demo.ts');
      if (root.value !== null) remove = mountDemo(root.value, demo, queries.split(' '));
    });
    onBeforeUnmount(() => remove());
    return () =>
      h('div', { class: 'demo-frame' }, [h('div', { ref: root, class: 'demo' }, 'The demo needs JavaScript.')]);
  },
});
