'use strict';
// The warning for files that are ES modules only by their syntax, as Node's: once per package.json.

const { SafeSet, StringPrototypeIncludes } = primordials;

const warned = new SafeSet();

function warnTypeless(url, file) {
  if (StringPrototypeIncludes.call(file, '/node_modules/'))
    return;
  const pkg = require('internal/modules/package').scopeOf(file);
  if (pkg === null || warned.has(pkg.path))
    return;
  warned.add(pkg.path);
  process.emitWarning(
    `Module type of ${url} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance ' +
    `overhead.\nTo eliminate this warning, add "type": "module" to ${pkg.path}.`,
    { __proto__: null, code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

module.exports = { warnTypeless };
