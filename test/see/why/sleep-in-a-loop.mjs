// holds: timeout 7
// let go: abort its signal
import { setTimeout as sleep } from 'node:timers/promises';
const controller = new AbortController();
process.once('SIGHUP', () => controller.abort());
try {
  for (;;) await sleep(60_000, null, { signal: controller.signal });
} catch {
}
