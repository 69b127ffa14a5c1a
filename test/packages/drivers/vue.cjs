// Server rendering
const { createSSRApp, ref, computed, h } = require('vue'), { renderToString } = require('@vue/server-renderer');
renderToString(createSSRApp({ setup() { const n = ref(3); const d = computed(() => n.value * 2); return () => h('div', { class: ['a', { b: true }] }, [h('p', d.value), h('i', '<x>')]); } })).then(console.log);
