// Pages with scripts that share names, named elements, events, timers, requests, custom elements, storage
const http = require('http');
const { JSDOM, VirtualConsole, CookieJar } = require('jsdom');
const dom = new JSDOM('<body><ul id=l></ul><script>for (let i = 0; i < 3; i++) { const e = document.createElement("li"); e.textContent = i; l.append(e); }</script></body>', { runScripts: 'dangerously' });
const { document, Event } = dom.window;
console.log(document.querySelectorAll('li').length, document.body.innerHTML);
document.body.addEventListener('x', (e) => console.log(e.type, e.target.tagName));
document.querySelector('li').dispatchEvent(new Event('x', { bubbles: true }));

const virtualConsole = new VirtualConsole();
for (const name of ['log', 'error']) virtualConsole.on(name, (...args) => console.log('page', name, ...args));
virtualConsole.on('jsdomError', (error) => console.log('page failed', error.type, error.cause?.name, error.cause?.message));
const page = `<title>t</title><form name=f><input name=q value=1></form><p id=p class="a b">text</p>
<script>const shared = 1; var counter = 2; function add(n) { counter += n; return counter; }</script>
<script>console.log(shared + add(3), typeof p, p === window.p, p.className, document.forms[0].elements.q.value, this === window, window.counter);</script>
<script>throw new RangeError('thrown');</script>
<script>customElements.define('x-y', class extends HTMLElement { connectedCallback() { this.textContent = 'custom ' + this.getAttribute('n'); } });
new MutationObserver((list) => console.log('mutations', list.length, list[0].type)).observe(p, { attributes: true });
p.setAttribute('title', 'x'); p.dataset.key = 'v'; document.body.insertAdjacentHTML('beforeend', '<x-y n=1></x-y>');
localStorage.setItem('a', '1'); document.cookie = 'c=2'; addEventListener('load', () => console.log('load', document.readyState));
addEventListener('load', () => setTimeout(() => { console.log('timer', localStorage.getItem('a'), document.cookie); const r = new XMLHttpRequest(); r.onload = () => { console.log('answer', r.status, r.responseText); done(); }; r.open('POST', '/echo'); r.send('sent'); }, 5));</script>
<script src=/file.js></script>`;
const server = http.createServer((req, res) => {
  if (req.url === '/file.js') res.end('console.log("from a file", shared, typeof missing);');
  else if (req.url === '/echo') { let text = ''; req.on('data', (d) => { text += d; }).on('end', () => res.end(`${req.method} ${text} ${req.headers.cookie}`)); }
  else res.setHeader('content-type', 'text/html').end(page);
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  let done;
  const finished = new Promise((resolve) => { done = resolve; });
  const { window } = await JSDOM.fromURL(url, { runScripts: 'dangerously', resources: 'usable', virtualConsole, cookieJar: new CookieJar(), pretendToBeVisual: true, beforeParse(w) { w.done = done; } });
  await finished;
  console.log(window.document.querySelector('x-y').outerHTML, window.document.querySelector('p[title]').matches('.a:not(.c)'), window.eval('shared + counter'), window.add(1));
  console.log(window.Array === Array, new window.Array() instanceof Array, window instanceof window.EventTarget, Object.prototype.toString.call(window), window.constructor.name, 'p' in window, window.getComputedStyle(window.document.body).display);
  console.log(window.document.evaluate('count(//script)', window.document, null, 1).numberValue, new window.DOMParser().parseFromString('<a><b/></a>', 'text/xml').documentElement.outerHTML, new window.URL('/x?y=1', window.location).search, window.btoa('a'), window.atob('YQ=='));
  window.close();
  server.close();
});
