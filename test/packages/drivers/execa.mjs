// Output, errors, timeouts, pipes, abort
import { execa, execaSync, $ } from 'execa';
console.log((await execa('echo', ['a b'])).stdout, execaSync('sh', ['-c', 'echo err >&2; exit 3'], { reject: false }).exitCode);
await execa('sh', ['-c', 'exit 2']).catch((e) => console.log(e.shortMessage, e.exitCode, e.failed));
await execa('sleep', ['10'], { timeout: 20 }).catch((e) => console.log(e.timedOut, e.signal));
console.log((await $`printf ${'x y'}\\n${'z'}`.pipe`cat`).stdout);
console.log((await execa({ lines: true, input: '3\n1\n2' })`sort`).stdout);
const controller = new AbortController();
const child = execa({ cancelSignal: controller.signal })`sleep 10`;
controller.abort();
await child.catch((e) => console.log(e.isCanceled));
for await (const line of execa`printf a\\nb\\n`)
  console.log('line', line);
