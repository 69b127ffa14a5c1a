// Hexadecimal, both ways; the sizes are those of the bytes.
const { runText } = require('../text.cjs');
runText('hex', (size) => {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++)
    bytes[i] = i * 167 + (i >> 8) & 255;
  return bytes.toString('hex');
});
