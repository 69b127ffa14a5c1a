// Commands, help, strict
import yargs from 'yargs';
const parser = (list) => yargs(list).scriptName('tool').exitProcess(false).strict()
  .option('size', { type: 'number', default: 3, describe: 'how big' }).command('get <url>', 'gets', (y) => y.positional('url', { type: 'string' }), (a) => console.log('get', a.url, a.size))
  .fail((message) => console.log('fail', message)).wrap(80).locale('en');
for (const list of [['get', 'x', '--size', '4'], ['get'], ['get', 'x', '--bad'], ['--help']])
  await parser(list).parse();
