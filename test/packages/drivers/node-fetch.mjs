// JSON, redirect, abort
import fetch, { Headers } from 'node-fetch';
import http from 'node:http';
const server = http.createServer((req, res) => { if (req.url === '/r') { res.writeHead(301, { location: '/x' }); return res.end(); } if (req.url === '/never') return; res.end('{"u":"' + req.url + '"}'); });
await new Promise((r) => server.listen(0, r));
const base = `http://localhost:${server.address().port}`;
const r = await fetch(base + '/r');
console.log(r.status, r.redirected, await r.json(), [...new Headers({ B: '1', a: '2' })]);
const c = new AbortController();
setTimeout(() => c.abort(), 20);
await fetch(base + '/never', { signal: c.signal }).catch((e) => console.log(e.name, e.type));
await fetch('http://127.0.0.1:1').catch((e) => console.log(e.name, e.code));
server.close();
server.closeAllConnections();
