// serve-static, multer, morgan, cors
const connect = require('connect'), fs = require('fs'), http = require('http'), multer = require('multer');
fs.mkdirSync('public');
fs.writeFileSync('public/a.txt', '0123456789');
const lines = [];
const app = connect();
app.use(require('morgan')(':method :url :status :res[content-length]', { stream: { write: (l) => lines.push(l.trim()) } }));
app.use(require('cors')({ origin: 'http://x.y' }));
app.use(require('serve-static')('public'));
app.use('/up', (req, res) => multer().single('f')(req, res, (e) => res.end(e ? e.message : JSON.stringify([req.file.originalname, req.file.size, { ...req.body }]))));
const server = http.createServer(app).listen(0, async () => {
  const ask = (options, body) => new Promise((resolve) => http.request({ port: server.address().port, ...options }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { console.log(res.statusCode, res.headers['content-range'], res.headers['access-control-allow-origin'], t); resolve(); }); }).end(body));
  await ask({ path: '/a.txt' });
  await ask({ path: '/a.txt', headers: { range: 'bytes=2-4' } });
  await ask({ path: '/%2e%2e/x' });
  await ask({ method: 'OPTIONS', path: '/a.txt' });
  await ask({ method: 'POST', path: '/up', headers: { 'content-type': 'multipart/form-data; boundary=B' } }, '--B\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="x.bin"\r\nContent-Type: a/b\r\n\r\nbytes\r\n--B--\r\n');
  console.log(lines);
  server.close();
});
