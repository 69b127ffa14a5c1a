'use strict';
const { ObjectKeys } = primordials;

exports.good = (options, each) => {
  const keys = ObjectKeys(options);
  for (let i = 0; i < keys.length; i++)
    each(keys[i]);
};

exports.bad = (options, each) => {
  for (const key in options)   // bad: for-in
    each(key);
};
