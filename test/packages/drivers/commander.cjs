// Commands, help, errors
const { Command, Option } = require('commander');
const make = () => {
  const program = new Command('tool').exitOverride().configureOutput({ writeOut: (s) => process.stdout.write(s), writeErr: (s) => process.stdout.write('E ' + s) });
  program.version('1.2.3').option('-v, --verbose', 'much text').addOption(new Option('-l, --level <n>').choices(['1', '2']).default('1'));
  program.command('add <a> [b...]').description('adds').action((a, b, o, c) => console.log('add', a, b, c.optsWithGlobals()));
  return program;
};
for (const args of [['add', '1', '2', '3'], ['-v', 'add', 'x'], ['--help'], ['--level', '9'], ['ad'], ['--version'], ['add']]) {
  try {
    make().parse(args, { from: 'user' });
  } catch (e) {
    console.log(e.code, e.exitCode);
  }
}
