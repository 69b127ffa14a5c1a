// holds: request 10
// what: fs read .*/gyre-why-.*, a FIFO
import { open, unlink } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
const path = `${tmpdir()}/gyre-why-${process.pid}`;
execFileSync('mkfifo', [path]);
const handle = await open(path, 'r+');
await unlink(path);
for await (const line of handle.readLines())
  break;
