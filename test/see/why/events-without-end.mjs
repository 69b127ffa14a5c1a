// holds: interval 4
import { on, EventEmitter } from 'node:events';
const source = new EventEmitter();
setInterval(() => source.emit('value', 1), 60_000);
for await (const [value] of on(source, 'value'))
  break;
