// Global fetch underneath
import ky from 'ky';
import http from 'node:http';
const server = http.createServer((req, res) => { if (req.url === '/404') res.statusCode = 404; res.setHeader('content-type', 'application/json'); res.end(JSON.stringify({ u: req.url, m: req.method })); });
await new Promise((r) => server.listen(0, r));
const base = `http://localhost:${server.address().port}`;
console.log(await ky(base + '/a').json(), await ky.post(base + '/p', { json: { a: 1 } }).json());
await ky(base + '/404').catch((e) => console.log(e.name, e.response.status));
server.close();
server.closeAllConnections();
