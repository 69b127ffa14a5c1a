'use strict';
// .editor: lines are collected until Ctrl+D, then evaluated as one text. Ctrl+C drops them.

const { RegExpPrototypeExec } = primordials;

const GREETING = '// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n';

const greet = (server) => server.output.write(GREETING);

function enter(server) {
  server.clearBufferedCommand();
  server.editorMode = true;
  server._prompt = '';
  greet(server);
}

function leave(server) {
  server.editorMode = false;
}

// The next line begins as far right as this one, unless it is pasted.
function addLine(server, line) {
  server.bufferLine(line);
  const { 0: indent } = RegExpPrototypeExec.call(/^[ \t]*/, line);
  if (server.isCompletionEnabled && indent !== '')
    server._insertString(indent);
}

// True when the key is the editor's own.
function onKey(server, text, { ctrl, name }) {
  if (!ctrl || name !== 'd')
    return false;
  if (server.line !== '') {
    const { line } = server;
    server._addHistory();
    server._clearLine();
    server.bufferLine(line);
  } else {
    server._clearLine();
  }
  const { bufferedCommand } = server;
  leave(server);
  server.evaluateText(bufferedCommand);
  return true;
}

module.exports = { enter, leave, greet, addLine, onKey };
