// The options of start(), Recoverable of an eval of the program, strict mode, and the context.
'use strict';
const assert = require('assert');
const repl = require('repl');
const { session, close } = require('./fixtures/session');

(async () => {
  const own = session({
    eval(code, context, file, callback) {
      assert.strictEqual(context, own.server.context);
      assert.match(file, /^REPL\d+$/);
      if (!code.includes(';'))
        return callback(new repl.Recoverable(new SyntaxError('more')));
      setImmediate(callback, null, code.trim().toUpperCase());
    },
  });
  assert.strictEqual(await own.send('a', 'b;'), "| 'A\\nB;'\n> ");
  await close(own.server);

  const strict = session({ replMode: repl.REPL_MODE_STRICT });
  assert.match(await strict.send('undeclared = 1'), /^Uncaught ReferenceError: /);
  assert.strictEqual(await strict.send('(function() { return this })()'), 'undefined\n> ');
  assert.strictEqual(await strict.send('await (function() { return this })()'), 'undefined\n> ');
  await close(strict.server);

  const { server, send } = session();
  assert.notStrictEqual(server.context, globalThis);
  server.context.message = 'given';
  assert.strictEqual(await send('message', 'here = 1', 'require("path") === path'),
                     "'given'\n> 1\n> true\n> ");
  assert.strictEqual(server.context.here, 1);
  assert.strictEqual(globalThis.here, undefined);
  assert.strictEqual(await send('module.id', 'require("./fixtures/session.js")').then((t) =>
    t.split('\n')[0]), "'<repl>'");
  server.setPrompt('? ');
  assert.strictEqual(await send('1'), '1\n? ');
  assert.strictEqual(server.getPrompt(), '? ');
  await close(server);

  assert.throws(() => repl.start({ breakEvalOnSigint: true, eval() {} }),
                { code: 'ERR_INVALID_REPL_EVAL_CONFIG' });
  assert.throws(() => repl.REPLServer(), TypeError);
  assert(new repl.Recoverable(new Error('x')) instanceof SyntaxError);
})();
