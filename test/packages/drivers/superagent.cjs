// Query, form, errors
const sa = require('superagent'), http = require('http');
const server = http.createServer((req, res) => { let b = ''; req.on('data', (d) => { b += d; }).on('end', () => { res.statusCode = req.url === '/bad' ? 422 : 200; res.setHeader('content-type', 'application/json'); res.end(JSON.stringify({ u: req.url, b, t: req.headers['content-type'] })); }); }).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  console.log((await sa.get(base + '/q').query({ a: 1 })).body, (await sa.post(base + '/f').type('form').send({ x: 'y z' })).body);
  await sa.get(base + '/bad').catch((e) => console.log(e.status, e.message, e.response.body));
  server.close();
});
