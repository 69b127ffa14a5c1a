// A page with a script
const { JSDOM } = require('jsdom');
const dom = new JSDOM('<body><ul id=l></ul><script>for (let i = 0; i < 3; i++) { const e = document.createElement("li"); e.textContent = i; l.append(e); }</script></body>', { runScripts: 'dangerously' });
const { document, Event } = dom.window;
console.log(document.querySelectorAll('li').length, document.body.innerHTML);
document.body.addEventListener('x', (e) => console.log(e.type, e.target.tagName));
document.querySelector('li').dispatchEvent(new Event('x', { bubbles: true }));
