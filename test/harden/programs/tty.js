'use strict';
const { step, text, thrown } = require('../harness.js');
const tty = require('node:tty');

step('isatty', () => text(tty.isatty(0), tty.isatty(1), tty.isatty('x'), tty.isatty(-1)));
step('colours', () => text(tty.WriteStream.prototype.getColorDepth({ TERM: 'xterm-256color' }),
  tty.WriteStream.prototype.getColorDepth({ COLORTERM: 'truecolor' }),
  tty.WriteStream.prototype.getColorDepth({ TERM: 'dumb' })));
step('wrong arguments', () => text(thrown(() => new tty.ReadStream(-1)),
  thrown(() => new tty.WriteStream(-1))));
step('a terminal', async () => {
  const { execFileSync } = require('node:child_process');
  const code = 'const t = require("tty"); process.stdout.write(' +
    '[t.isatty(1), process.stdout.columns > 0, process.stdout.hasColors()].join())';
  return text(execFileSync('script', ['-qec', process.execPath + ' -e \'' + code + '\'',
    '/dev/null'],
    { env: { TERM: 'xterm-256color', PATH: process.env.PATH } }).toString());
});
