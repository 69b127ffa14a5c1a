// UTF-8 of ASCII, both ways.
const { fill, runText } = require('../text.cjs');
runText('utf8', (size) => fill('The quick brown fox jumps over the lazy dog. ', size));
