'use strict';
// The commands of every REPL: .help lists them. A program adds its own by defineCommand().

const {
  ArrayPrototypeJoin, ArrayPrototypeSort, MathMax, ObjectKeys, StringPrototypePadEnd,
  StringPrototypeTrimEnd,
} = primordials;

const GAP = 2;      // columns between the longest command and the help texts

function saveSession(server, file) {
  if (file === '')
    return server.output.write('The "file" argument must be specified\n');
  try {
    require('fs').writeFileSync(file, ArrayPrototypeJoin.call(server.lines, '\n'));
    server.output.write(`Session saved to: ${file}\n`);
  } catch {
    server.output.write(`Failed to save: ${file}\n`);
  }
}

// The text of a file, or what is wrong with it.
function readFile(file) {
  if (file === '')
    return { __proto__: null, wrong: 'The "file" argument must be specified\n' };
  const fs = require('fs');
  try {
    if (!fs.statSync(file).isFile())
      return { __proto__: null, wrong: `Failed to load: ${file} is not a valid file\n` };
    return { __proto__: null, text: fs.readFileSync(file, 'utf8') };
  } catch {
    return { __proto__: null, wrong: `Failed to load: ${file}\n` };
  }
}

const lazyLoop = () => require('internal/repl/loop_commands');

const COMMANDS = {
  __proto__: null,
  break: {
    __proto__: null,
    help: 'Drop the input that is not complete yet',
    action() {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  },
  clear: {
    __proto__: null,
    help: 'Drop the input, and forget everything that was declared',
    action() {
      this.clearBufferedCommand();
      if (!this.useGlobal) {
        this.output.write('Clearing context...\n');
        this.resetContext();
      }
      this.displayPrompt();
    },
  },
  editor: {
    __proto__: null,
    help: 'Write several lines, evaluate them together',
    action() { require('internal/repl/editor').enter(this); },
  },
  exit: {
    __proto__: null,
    help: 'Leave the REPL',
    action() { this.close(); },
  },
  explain: {
    __proto__: null,
    help: 'Evaluate code, then show what it scheduled: the order, and why',
    action(code) { lazyLoop().explain(this, code); },
  },
  help: {
    __proto__: null,
    help: 'Show this list',
    action() {
      showHelp(this);
      this.displayPrompt();
    },
  },
  load: {
    __proto__: null,
    help: 'Evaluate the JavaScript of a file',
    action(file) {
      const { text, wrong } = readFile(file);
      if (text === undefined) {
        this.output.write(wrong);
        return this.displayPrompt();
      }
      this.output.write(this.terminal ? `${text}\n` : '| ');
      this.evaluateText(text);
    },
  },
  loop: {
    __proto__: null,
    help: 'Show the phases, queues and thread pool of the event loop right now',
    action() { lazyLoop().loop(this); },
  },
  save: {
    __proto__: null,
    help: 'Write all input of this session to a file',
    action(file) {
      saveSession(this, file);
      this.displayPrompt();
    },
  },
  why: {
    __proto__: null,
    help: 'Show what keeps this process alive, and which line made it',
    action() { lazyLoop().why(this); },
  },
};

function showHelp(server) {
  const names = ArrayPrototypeSort.call(ObjectKeys(server.commands));
  let width = 0;
  for (let i = 0; i < names.length; i++)
    width = MathMax(width, names[i].length);
  for (let i = 0; i < names.length; i++) {
    const padded = StringPrototypePadEnd.call(names[i], width + GAP);
    const help = server.commands[names[i]].help ?? '';
    server.output.write(`${StringPrototypeTrimEnd.call(`.${padded}${help}`)}\n`);
  }
  server.output.write(
    '\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n');
}

function define(server) {
  const names = ObjectKeys(COMMANDS);
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== 'editor' || server.terminal)
      server.defineCommand(names[i], COMMANDS[names[i]]);
  }
}

module.exports = { define };
