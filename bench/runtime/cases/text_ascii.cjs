// ASCII by its own name, both ways.
const { fill, runText } = require('../text.cjs');
runText('ascii', (size) => fill('The quick brown fox jumps over the lazy dog. ', size));
