'use strict';
// path.format(): the one part that both flavours do alike, but for the separator.

const { validateObject } = require('internal/validators');

function formatPath(sep, pathObject) {
  validateObject(pathObject, 'pathObject');
  const { root, name = '', ext = '' } = pathObject;
  const dir = pathObject.dir || root;
  const dot = ext && ext[0] !== '.' ? '.' : '';
  const base = pathObject.base || `${name}${dot}${ext}`;
  if (!dir)
    return base;
  return dir === root ? `${dir}${base}` : `${dir}${sep}${base}`;
}

module.exports = { formatPath };
