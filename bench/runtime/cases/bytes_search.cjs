// Looking for bytes and comparing them.
const { fill, loop, run } = require('../text.cjs');
const hay = (size) => Buffer.from(fill('The quick brown fox jumps over it. ', size - 3) + 'dog');
run({
  indexOf: (size) => loop(`a.indexOf('dog')`)(hay(size)),
  includes: (size) => loop(`a.includes('dog') ? 1 : 0`)(hay(size)),
  lastIndexOf: (size) => loop(`a.lastIndexOf('zog')`)(hay(size)),
  indexOfBuffer: (size) => loop(`a.indexOf(b)`)(hay(size), Buffer.from('dog')),
  indexOfByte: (size) => loop(`a.indexOf(103)`)(hay(size)),
  compare: (size) => loop(`Buffer.compare(a, b)`)(hay(size), hay(size)),
  equals: (size) => loop(`a.equals(b) ? 1 : 0`)(hay(size), hay(size)),
});
