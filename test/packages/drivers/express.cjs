// 12 kinds of requests, then 500
const express = require('express'), http = require('http');
const app = express();
app.disable('x-powered-by');
app.use(express.json(), express.urlencoded({ extended: true }));
app.get('/hello/:name', (req, res) => res.send(`hello ${req.params.name} ${req.query.q}`));
app.post('/json', (req, res) => res.status(201).json({ got: req.body }));
app.get('/redirect', (req, res) => res.redirect('/hello/x?q=1'));
app.get('/cookie', (req, res) => res.cookie('a', 'b', { httpOnly: true }).end());
app.get('/throw', () => { throw new Error('broken'); });
app.get('/reject', async () => { throw Object.assign(new Error('teapot'), { status: 418 }); });
app.get('/file', (req, res) => res.type('txt').send(Buffer.from('bytes')));
app.use((err, req, res, next) => res.status(err.status || 500).send('E ' + err.message));
const server = app.listen(0, async () => {
  const ask = (method, path, body, type) => new Promise((resolve) => {
    const req = http.request({ port: server.address().port, method, path, headers: body ? { 'content-type': type, 'content-length': body.length } : {} }, (res) => {
      let text = '';
      res.on('data', (d) => { text += d; }).on('end', () => { delete res.headers.date; resolve([res.statusCode, res.headers, text]); });
    });
    req.end(body);
  });
  for (const r of [['GET', '/hello/a%20b?q=1'], ['POST', '/json', '{"a":[1]}', 'application/json'], ['POST', '/json', '{bad', 'application/json'], ['POST', '/json', 'a[b]=1', 'application/x-www-form-urlencoded'],
    ['GET', '/redirect'], ['GET', '/cookie'], ['GET', '/throw'], ['GET', '/reject'], ['GET', '/file'], ['HEAD', '/file'], ['OPTIONS', '/json'], ['GET', '/none']])
    console.log(r.join(' '), ...await ask(...r));
  let ok = 0;
  for (let i = 0; i < 500; i++)
    ok += (await ask('GET', '/hello/x'))[0] === 200;
  console.log(ok);
  server.close();
});
