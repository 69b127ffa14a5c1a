'use strict';
// generate.js SEED FOLDER — writes a program to FOLDER/SEED.js or .mjs: chains with different
// stores that take turns through steps (steps.js). It checks each store against what Node has by
// the construction of the step, keeps a log per chain, and writes it to the file that its first
// argument names. Prints the name, and the number of checks.
const fs = require('node:fs');
const path = require('node:path');
const { steps } = require('./steps.js');

// Each seed gives one program, on any machine.
function randomOf(seed) {
  let state = (seed + 1) * 0x9e3779b9 >>> 0;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const MODULES = {
  fs: 'fs', net: 'net', http: 'http', vm: 'vm', zlib: 'zlib', crypto: 'crypto', dns: 'dns',
      stream: 'stream',
  events: 'events', childProcess: 'child_process', timersPromises: 'timers/promises',
      diagnostics: 'diagnostics_channel',
};
const NAMED = [['AsyncLocalStorage, AsyncResource', 'async_hooks'],
               ['MessageChannel, BroadcastChannel', 'worker_threads']];

// The storage may come when the rest is loaded already, and functions wait.
function head(isModule) {
  const load = (name, id) => (isModule ?
    `import ${name.includes(',') ? `{ ${name} }` : `${name}`} from 'node:${id}';` :
    `const ${name.includes(',') ? `{ ${name} }` : name} = require('node:${id}');`);
  return [...Object.entries(MODULES).map(([name, id]) => load(name, id)),
          ...NAMED.map(([names, id]) => load(names, id))].join('\n');
}

const BASE = `
const als = new AsyncLocalStorage();
const cached = 1;
const logs = {};
const unhandled = new Map();
let checks = 0, wrong = 0;
function log(c, label, isRight) {
  checks++;
  if (!isRight) wrong++;
  (logs[c.name] ??= []).push(label + (isRight ? '' : ' WRONG'));
}
function check(c, label, ...want) {
  const store = als.getStore();
  const wanted = want.length > 0 ? want[0] : c.store;
  log(c, label + ': ' + (store?.name ?? store), store === wanted);
}
process.on('unhandledRejection', (reason) => {
  const c = unhandled.get(reason);
  if (c === undefined) { console.error(reason); process.exit(3); }
  check(c, 'unhandled ' + reason.kind);
  reason.told();
});
function finish() {
  const text = Object.entries(logs).map(([name, list]) => name + '\\n' + list.map((x) =>
      '  ' + x).join('\\n')).join('\\n');
  fs.writeFileSync(process.argv[2], text + '\\n' + checks + ' checks, ' + wrong + ' wrong\\n');
}`;

function chain(name, random, count, base) {
  let checks = 0;
  const parts = [];
  for (let i = 0; i < count; i++) {
    const { name: kind, checks: more, body } = steps[random.next()];
    checks += more + 1;
    // What a step enters before its first await is entered for its caller too.
    const enters = body.includes('enterWith') || body.includes('withScope');
    const reset = enters ? 'als.enterWith(c.store); ' : '';
    parts.push(`  await (async () => {
        const n = ${base + i};\n${body}\n  })();\n  ${reset}check(c, '${kind}');`);
  }
  const text = `async function chain${name}(c) {\n${parts.join('\n')}\n}`;
  return { text, checks };
}

// Each step comes in turn, in an order that differs from seed to seed: so many programs have all of
// them.
function dealer(seed) {
  const random = randomOf(seed);
  let left = [];
  return {
    random,
    next() {
      if (left.length === 0)
        left = steps.map((_, i) => i);
      return left.splice(random(left.length), 1)[0];
    },
  };
}

function generate(seed) {
  const dealt = dealer(seed);
  const isModule = seed % 3 === 2;
  const chains = [];
  let checks = 0;
  const count = 2 + dealt.random(3);
  for (let i = 0; i < count; i++) {
    const name = 'ABCD'[i];
    const made = chain(name, dealt, 5 + dealt.random(4), i * 100);
    checks += made.checks;
    chains.push({ name, ...made });
  }
  const starts = chains.map(({ name }) =>
    `als.run({ name: '${name}' }, () => chain${name}({
        name: '${name}', store: als.getStore() }))`).join(',\n  ');
  const end = isModule ? `await Promise.all([\n  ${starts},\n]);\nfinish();` :
    `Promise.all([\n  ${starts},\n]).then(finish);`;
  return { text: `${head(isModule)}\n${BASE}\n\n${chains.map(({
      text }) => text).join('\n\n')}\n\n${end}\n`,
           name: `${seed}.${isModule ? 'mjs' : 'cjs'}`, checks };
}

const [first, last, folder] = process.argv.slice(2);
for (let seed = +first; seed < +last; seed++) {
  const { text, name, checks } = generate(seed);
  fs.writeFileSync(path.join(folder, name), text);
  console.log(name, checks);
}
