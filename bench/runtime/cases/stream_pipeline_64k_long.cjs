// As stream_pipeline, with chunks of 64 KB, in long rounds.
const { measure } = require('./lib.cjs');
const { Readable, Transform, Writable, pipeline } = require('stream');
const chunk = Buffer.alloc(65536);
measure(40000, (n, done) => {
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
