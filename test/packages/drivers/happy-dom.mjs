// Elements and events
import { Window } from 'happy-dom';
const window = new Window({ url: 'http://localhost/' });
const { document } = window;
document.body.innerHTML = '<div class="a"><p>x</p><p>y</p></div>';
console.log(document.querySelectorAll('.a > p').length, document.body.innerHTML);
document.querySelector('p').addEventListener('click', (e) => console.log('click', e.target.textContent));
document.querySelector('p').click();
await window.happyDOM.close();
