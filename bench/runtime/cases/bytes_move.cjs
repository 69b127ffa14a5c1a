// Filling, copying and reversing bytes.
const { loop, run } = require('../text.cjs');
const bytes = (size) => Buffer.alloc(size, 'moving');
run({
  fillByte: (size) => loop(`a.fill(7).length`)(bytes(size)),
  fillString: (size) => loop(`a.fill('abc').length`)(bytes(size)),
  swap16: (size) => loop(`a.swap16().length`)(bytes(size)),
  swap32: (size) => loop(`a.swap32().length`)(bytes(size)),
  swap64: (size) => loop(`a.swap64().length`)(bytes(size)),
  concat: (size) => loop(`Buffer.concat(a).length`)([bytes(size / 2), bytes(size / 2)]),
  copy: (size) => loop(`a.copy(b)`)(bytes(size), bytes(size)),
  copyPart: (size) => loop(`a.copy(b, 1, 2, 9)`)(bytes(size), bytes(size)),
});
