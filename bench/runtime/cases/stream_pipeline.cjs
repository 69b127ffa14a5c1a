// stream.pipeline: chunks from a Readable through a Transform to a Writable.
const { measure } = require('./lib.cjs');
const { Readable, Transform, Writable, pipeline } = require('stream');
const chunk = Buffer.alloc(1024);
measure(50000, (n, done) => {
  let left = n;
  pipeline(
    new Readable({ read() { this.push(left-- > 0 ? chunk : null); } }),
    new Transform({ transform(data, encoding, next) { next(null, data); } }),
    new Writable({ write(data, encoding, next) { next(); } }),
    (error) => {
      if (error)
        throw error;
      done();
    });
});
