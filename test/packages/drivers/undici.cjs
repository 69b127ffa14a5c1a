// request(), fetch(), pools
const { request, fetch, Pool, Agent } = require('undici'), http = require('http');
const server = http.createServer((req, res) => { let n = 0; req.on('data', (d) => { n += d.length; }).on('end', () => { res.setHeader('x', 'y'); res.end(JSON.stringify({ m: req.method, u: req.url, n })); }); }).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const r = await request(base + '/a', { method: 'POST', body: 'abc' });
  console.log(r.statusCode, r.headers.x, await r.body.json());
  console.log(await (await fetch(base + '/f', { method: 'PUT', body: new Uint8Array(10) })).json());
  const pool = new Pool(base, { connections: 3, pipelining: 2 });
  console.log((await Promise.all(Array.from({ length: 20 }, (_, i) => pool.request({ path: '/' + i, method: 'GET' }).then((x) => x.body.json())))).map((x) => x.u).join());
  await request('http://127.0.0.1:1').catch((e) => console.log(e.code));
  await pool.close();
  await require('undici').getGlobalDispatcher().close();
  server.close();
});
