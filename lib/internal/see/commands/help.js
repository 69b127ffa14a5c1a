'use strict';
// `gyre COMMAND --help`.

const TEXTS = {
  __proto__: null,
  explain: `Usage: gyre explain [options] FILE [arguments]

Runs the program, then reports each callback that ran, in order: the turn and phase of the event
loop, or the queue; its function and line; the line that scheduled it; how long it waited and ran;
and the reason why it ran then. The program's output is shown at its place, after a bar.

Options:
  --json          print JSON
  --limit=N       report the first N callbacks (default 1000)
  --for=SECONDS   end the program after this time; Ctrl-C ends it earlier
  --virtual-time  do not wait for timers: the clock jumps to the next one

Options of gyre itself are allowed, too. The exit code is the program's.
`,
  why: `Usage: gyre why [options] FILE [arguments]
       gyre why [--json] [--thread=ID] PID

Reports what keeps a program alive, one line each: what it is, its age, the line that made it, and
how to release it. FILE is run, and the report comes when its loop is at rest; PID is a running
process of the same user. Each worker (worker_threads) has a report of its own. What follows FILE
is for the program.

Options:
  --json          print JSON
  --thread=ID     of a process: only this thread, the threadId of a worker; 0 is the main thread
  --for=SECONDS   end the program after this time
`,
  trace: `Usage: gyre trace [-o OUT] [options] FILE [arguments]
       gyre trace [-o OUT] [--thread=ID] PID

Runs the program and writes what its loop did: a trace for Perfetto or chrome://tracing, or a page
if OUT ends in .html. PID is a running process of the same user: its last seconds are written, with
a resolution of milliseconds, and those of its workers and of the gyre processes that it has
started, such as workers of a cluster. The process needs no preparation and may be blocked. What
follows FILE is for the program: -o goes before it.

Options:
  -o OUT          the file (default gyre-trace.json; in folders like /tmp with random digits).
                  Only its user can read it. It never replaces a file of another user
  --thread=ID     of a process: only this thread, the threadId of a worker; 0 is the main thread
  --for=SECONDS   end the program after this time
`,
  top: `Usage: gyre top [options] PID
       gyre top [--json]

Watches a running gyre process of the same user: how busy its loop is, where its time goes, the
hottest callbacks with their lines, and warnings. If it has workers, or has started gyre processes,
such as workers of a cluster, all loops are listed; the arrow keys pick the one that is shown. The
key q ends it. Without PID, lists the gyre processes of this user.

Options:
  --json          print a line of JSON each second
  --thread=ID     show this thread, the threadId of a worker; 0 is the main thread
  --for=SECONDS   end after this time
`,
};

function main(command) {
  process.stdout.write(TEXTS[command]);
}

module.exports = { main, TEXTS };
