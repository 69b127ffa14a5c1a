// 256 bytes to hex and back.
const { measureSync } = require('./lib.cjs');
const bytes = Buffer.alloc(256, 'hexadecimal');
measureSync(100000, (n) => {
  for (let i = 0; i < n; i++)
    Buffer.from(bytes.toString('hex'), 'hex');
});
