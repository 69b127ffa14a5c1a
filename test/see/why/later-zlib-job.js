// holds: request 5
const gzip = require('zlib').createGzip({ level: 9 });
gzip.on('data', () => {});
function more() {
  gzip.write(Buffer.alloc(1 << 27), more);     // one write is many jobs
}
more();
