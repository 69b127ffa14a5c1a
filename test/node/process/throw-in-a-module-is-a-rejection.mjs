// An error that ends the evaluation of the main ES module has the origin 'unhandledRejection'.
import assert from 'node:assert';

process.on('uncaughtException', (error, origin) => {
  assert.strictEqual(error.message, 'expected');
  assert.strictEqual(origin, 'unhandledRejection');
  process.exitCode = 0;
});
throw new Error('expected');
