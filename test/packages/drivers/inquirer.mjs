// Two questions on streams
import { PassThrough } from 'node:stream';
import inquirer from 'inquirer';
const input = new PassThrough(), output = new PassThrough();
let seen = '';
output.on('data', (d) => { seen += d; });
const answers = inquirer.createPromptModule({ input, output })([{ type: 'input', name: 'name', message: 'name?' }, { type: 'confirm', name: 'sure', message: 'sure?' }]);
const timer = setInterval(() => {
  if (seen.includes('✔ name?')) {
    clearInterval(timer);
    setTimeout(() => input.write('y\n'), 200);
  }
}, 5);
setTimeout(() => input.write('bob\n'), 50);
console.log(await answers, seen.includes('name?'));
