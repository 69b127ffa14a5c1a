// A script that is started again when a file changes, and on rs
const { spawn } = require('child_process');
const fs = require('fs');
fs.writeFileSync('app.js', 'console.log("run", require("./value.json").n); setInterval(() => {}, 1000);');
fs.writeFileSync('value.json', '{"n":1}');
const child = spawn(process.execPath, [require.resolve('nodemon/bin/nodemon.js'), '--no-colors', '--exec', process.execPath, '--ext', 'js,json', '--delay', '50ms', 'app.js'], { stdio: ['pipe', 'pipe', 'inherit'] });
let text = '', step = 0;
const steps = [
  ['run 1', () => setTimeout(() => fs.writeFileSync('value.json', '{"n":2}'), 300)],
  ['run 2', () => child.stdin.write('rs\n')],
  ['run 2\n', () => { child.kill('SIGINT'); }],
];
child.stdout.on('data', (data) => {
  text += data;
  while (step < steps.length && text.includes(steps[step][0])) {
    console.log(text.slice(0, text.indexOf(steps[step][0])).replace(process.execPath, 'RUNTIME'), steps[step][0].trim());
    text = text.slice(text.indexOf(steps[step][0]) + steps[step][0].length);
    steps[step++][1]();
  }
});
child.on('exit', (code, signal) => console.log(code, signal));
