// As stream_pipeline, with chunks of 16 bytes, in long rounds.
const { measure } = require('./lib.cjs');
const { Readable, Transform, Writable, pipeline } = require('stream');
const chunk = Buffer.alloc(16);
measure(300000, (n, done) => {
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
