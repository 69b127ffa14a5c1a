'use strict';
exports.good = (options, each) => {
  // lint-ok: for-in the program's own object is shown
  for (const key in options)
    each(key);
  for (const key in options)   // lint-ok: for-in the same on one line
    each(key);
  // lint-ok: for-in two rules
  // lint-ok: no-var on one line
  for (var name in options)
    each(name);
};

exports.bad = (options, each) => {
  /* bad: excuse */ // lint-ok: for-in
  for (const key in options)   // bad: for-in
    each(key);
  /* bad: excuse */ // lint-ok: for-in nothing here needs it
  each(options);
  /* bad: excuse */ // lint-ok: no-such-rule a reason
  each(options);
};
