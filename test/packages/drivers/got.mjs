// Retry, JSON, errors, streams
import got from 'got';
import http from 'node:http';
let tries = 0;
const server = http.createServer((req, res) => { if (req.url === '/retry' && tries++ < 1) { res.statusCode = 503; res.setHeader('retry-after', '0'); } if (req.url === '/404') res.statusCode = 404; res.end(JSON.stringify({ u: req.url, m: req.method })); });
await new Promise((r) => server.listen(0, r));
const base = `http://localhost:${server.address().port}`;
console.log(await got(base + '/a').json(), await got.post(base + '/p', { json: { a: 1 } }).json(), await got(base + '/retry').json());
await got(base + '/404').catch((e) => console.log(e.name, e.code, e.response.statusCode));
let text = '';
for await (const d of got.stream(base + '/s')) text += d;
console.log(text, tries);
server.close();
