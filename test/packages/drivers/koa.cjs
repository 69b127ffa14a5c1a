// JSON, streams, cookies, errors
const Koa = require('koa'), http = require('http'), { Readable } = require('stream');
const app = new Koa();
app.silent = true;
app.use(async (ctx, next) => { await next(); ctx.set('x-path', ctx.path); });
app.use(async (ctx) => {
  if (ctx.path === '/json') ctx.body = { q: ctx.query };
  else if (ctx.path === '/stream') ctx.body = Readable.from(['a', 'b', 'c']);
  else if (ctx.path === '/cookie') { ctx.cookies.set('n', 'v'); ctx.body = 'c'; }
  else if (ctx.path === '/throw') ctx.throw(403, 'not you');
  else if (ctx.path === '/crash') throw new Error('hidden');
});
const server = app.listen(0, async () => {
  for (const path of ['/json?a=1&a=2', '/stream', '/cookie', '/throw', '/crash', '/none'])
    await new Promise((resolve) => http.get({ port: server.address().port, path }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { console.log(path, res.statusCode, res.headers['x-path'], res.headers['set-cookie'], res.headers['content-type'], t); resolve(); }); }));
  server.close();
});
