'use strict';
const { step, thrown, temporary } = require('../harness.js');
const { createTracing, getEnabledCategories } = require('node:trace_events');

require('node:process').chdir(temporary);     // where the file is written
step('categories', () => {
  const tracing = createTracing({ categories: ['b', 'a'] });
  tracing.enable();
  const enabled = getEnabledCategories();
  tracing.disable();
  return tracing.categories + ' ' + tracing.enabled + ' ' + enabled + ' ' + getEnabledCategories();
});
step('refused', () => thrown(() => createTracing({ categories: [] })));
