// Compile a component and render it
import { compile } from 'svelte/compiler';
const { js } = compile('<script>let { n } = $props(); let d = $derived(n * 2);</script>{#each [1, 2] as x}<p>{x * d}</p>{/each}', { generate: 'server', filename: 'A.svelte' });
console.log(js.code.length > 200, js.code.includes('export default function A'));
