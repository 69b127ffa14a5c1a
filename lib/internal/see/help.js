'use strict';
// `gyre COMMAND --help`.

const TEXTS = {
  __proto__: null,
  explain: `Usage: gyre explain [options] FILE [arguments]

Runs the program, then tells in order each callback that ran: in which turn and phase of the event
loop, or from which queue; its function and line; which line scheduled it; how long it waited and ran;
and why it came when it did. What the program prints is shown where it was printed, behind a bar.

Options:
  --json          the same for machines
  --limit=N       tell the first N callbacks (1000)
  --for=SECONDS   end the program after so long; without it Ctrl-C does, and what has run is told
  --virtual-time  do not wait for timers: the clock jumps to the next one

All other options are those of gyre. The exit code is the program's.
`,
  why: `Usage: gyre why [options] FILE [arguments]
       gyre why [--json] PID

Says what keeps a program alive, one line each: what it is, how old, the line that made it, and how to
let go of it. FILE is run, and told of when it has come to rest; PID is asked as it runs.

Options:
  --json          the same for machines
  --for=SECONDS   end the program after so long
`,
  trace: `Usage: gyre trace [-o OUT] [options] FILE [arguments]
       gyre trace [-o OUT] PID

Runs the program and writes what its loop did: a trace for Perfetto or chrome://tracing, or a page
of its own when OUT ends in .html. Of PID, a running process of the same user, it writes what that has kept
of its last seconds, by the millisecond; nothing has to be prepared, and it may be blocked.

Options:
  -o OUT          where to write (gyre-trace.json)
  --for=SECONDS   end the program after so long
`,
  top: `Usage: gyre top [options] PID

Watches a running gyre process of the same user: how busy its loop is, where its time goes, the hottest
callbacks with their lines, and in sentences what is not well. The key q ends it.

Options:
  --json          a line for machines each second
  --for=SECONDS   end after so long
`,
};

function main(command) {
  process.stdout.write(TEXTS[command]);
}

module.exports = { main, TEXTS };
