// Latin-1, both ways.
const { fill, runText } = require('../text.cjs');
runText('latin1', (size) => fill('The quick brown fox jumps over the lazy d\u00f6g. ', size));
