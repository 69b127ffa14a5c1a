// cat, grep, sed, exec, rm
const shell = require('shelljs');
shell.config.silent = true;
shell.ShellString('one\ntwo\nthree\n').to('f.txt');
console.log(shell.cat('f.txt').grep('t').stdout, shell.sed(/one/, '1', 'f.txt').stdout, shell.exec('echo out; exit 3').code);
shell.mkdir('-p', 'a/b');
shell.cp('f.txt', 'a/b');
console.log([...shell.ls('-R', 'a')], [...shell.find('.')].sort(), shell.test('-d', 'a/b'), shell.rm('missing').stderr);
shell.rm('-rf', 'a');
console.log(shell.error(), [...shell.ls()]);
