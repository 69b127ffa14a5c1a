// 1 KB to base64 and back.
const { measureSync } = require('./lib.cjs');
const bytes = Buffer.alloc(1024, 'base sixty-four');
measureSync(100000, (n) => {
  for (let i = 0; i < n; i++)
    Buffer.from(bytes.toString('base64'), 'base64');
});
