// holds: child 5
// what: process \d+ runs: /bin/sh -c cat
// let go: child.stdin.end()
const { exec } = require('child_process');
const child = exec('cat', () => {});
process.once('SIGHUP', () => child.stdin.end());
