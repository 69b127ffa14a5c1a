// More jobs than the pool has threads, and files.
const fs = require('fs');
const path = require('path');
const text = Buffer.alloc(100000, 'some text that repeats ');
for (let i = 0; i < 6; i++) {
  require('zlib').deflate(text, function packed() {});
  require('crypto').pbkdf2('secret', 'salt', 2000, 64, 'sha512', function derived() {});
}
fs.mkdtemp(path.join(require('os').tmpdir(), 'gyre-'), function made(err, folder) {
  const file = path.join(folder, 'text');
  fs.writeFile(file, text, function wrote() {
    fs.readFile(file, function read() { fs.rm(folder, { recursive: true }, function gone() {}); });
  });
});
