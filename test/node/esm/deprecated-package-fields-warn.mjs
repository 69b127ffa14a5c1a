// Main files that are found by trying names, and empty names of folders in "exports", are warned of.
import assert from 'node:assert';
import { once } from 'node:events';
import { load } from './fixtures/advice.mjs';

async function warningOf(specifier) {
  const warned = once(process, 'warning');
  await load(specifier).catch(() => {});
  const [{ code, message }] = await warned;
  return `${code} ${message.replaceAll(/\S+\/fixtures\//g, '')}`;
}
process.removeAllListeners('warning');
assert.strictEqual(await warningOf('bare-main'),
                   'DEP0151 No "main" or "exports" field defined in the package.json for ' +
  'node_modules/bare-main/ resolving the main entry point "index.js", imported from advice.mjs.\n' +
  'Default "index" lookups for the main are deprecated for ES modules.');
assert.strictEqual(await warningOf('slashes//x.mjs'),
                   'DEP0166 Use of deprecated double slash resolving "./sub//x.mjs" for module ' +
  'request ".//x.mjs" matched to "./*" in the "exports" field module resolution of the package ' +
  'at node_modules/slashes/package.json imported from advice.mjs.');
assert.strictEqual(await warningOf('slashes/y/'),
                   'DEP0155 Use of deprecated trailing slash pattern mapping "./y/" in the ' +
  '"exports" field module resolution of the package at node_modules/slashes/package.json ' +
  'imported from advice.mjs. Mapping specifiers ending in "/" is no longer supported.');
