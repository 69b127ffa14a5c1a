// Forks itself: the child has the options of its parent, but for those that show the loop.
if (process.argv[2] === 'child') {
  process.exit(process.execArgv.join() === '--no-warnings' ? 3 : 4);
}
require('child_process').fork(__filename, ['child'])
  .on('exit', function onChild(code) { process.exitCode = code; });
