// UTF-8 of text with a few characters of Latin-1, both ways.
const { fill, runText } = require('../text.cjs');
runText('utf8', (size) => fill('Zw\u00f6lf Boxk', size / 12 * 11 | 0).padEnd(size, '.')
  .slice(0, size - (size / 12 | 0)));
