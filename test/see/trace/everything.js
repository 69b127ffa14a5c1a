// A server that reads files, packs them and awaits; a child; and one more turn before the exit.
const fs = require('fs');
const http = require('http');
const server = http.createServer(async function handle(request, response) {
  const text = await fs.promises.readFile(__filename);
  require('zlib').gzip(text, function zipped(err, bytes) { response.end(bytes); });
});
server.listen(0, '127.0.0.1', function up() {
  let left = 5;
  const { port } = server.address();
  const get = () => http.get({ host: '127.0.0.1', port }, function answer(response) {
    response.resume().on('end', function end() {
      if (--left === 0)
        server.close(() => {}).closeAllConnections();
    });
  });
  for (let i = 0; i < 5; i++)
    get();
});
require('child_process').exec('true', function ran() {});
process.once('beforeExit', function before() { setTimeout(function last() {}, 1); });
