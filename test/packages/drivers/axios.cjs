// Redirect, errors, timeout, interceptors
const axios = require('axios'), http = require('http');
const server = http.createServer((req, res) => {
  if (req.url === '/r') { res.writeHead(302, { location: '/ok?x=1' }); res.end(); }
  else if (req.url === '/slow') setTimeout(() => res.end(), 500);
  else if (req.url === '/bad') { res.statusCode = 500; res.end('{"why":"bad"}'); }
  else { let b = ''; req.on('data', (d) => { b += d; }).on('end', () => { res.setHeader('content-type', 'application/json'); res.end(JSON.stringify({ url: req.url, method: req.method, b, accept: req.headers.accept })); }); }
}).listen(0, async () => {
  const a = axios.create({ baseURL: `http://localhost:${server.address().port}`, adapter: 'http' });
  a.interceptors.request.use((c) => { c.headers['x-i'] = '1'; return c; });
  console.log((await a.get('/r')).data, (await a.post('/p', { q: [1] })).data, (await a.get('/q', { params: { a: [1, 2] } })).data);
  await a.get('/bad').catch((e) => console.log(e.code, e.response.status, e.response.data));
  await a.get('/slow', { timeout: 20 }).catch((e) => console.log(e.code, e.message));
  await axios.get('http://127.0.0.1:1/').catch((e) => console.log(e.code));
  const c = new AbortController();
  const p = a.get('/slow', { signal: c.signal });
  c.abort();
  await p.catch((e) => console.log(e.name, e.code));
  server.close();
  server.closeAllConnections();
});
