// holds: request 7
import { readFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
const path = `${tmpdir()}/gyre-why-${process.pid}`;
execFileSync('mkfifo', [path]);
await readFile(path);
