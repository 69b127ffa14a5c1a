// holds: watcher 7
// let go: its signal
import { watch } from 'node:fs/promises';
const controller = new AbortController();
process.once('SIGHUP', () => controller.abort());
try {
  for await (const event of watch('/', { signal: controller.signal }));
} catch {
}
