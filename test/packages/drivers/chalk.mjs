// Colours
import chalk, { Chalk } from 'chalk';
const c = new Chalk({ level: 3 });
console.log(JSON.stringify(c.red.bold('a') + c.hex('#ff8800')('b') + c.bgBlue.underline(`x${c.green('y')}z`)), chalk.level, JSON.stringify(new Chalk({ level: 1 }).rgb(1, 2, 3)('n\nm')));
