'use strict';
// node:cluster: processes that share servers. In a worker, which the primary has started with
// NODE_UNIQUE_ID, the module is the other half; internal/main loads it then, before the program.

const { ObjectHasOwn } = primordials;

module.exports = ObjectHasOwn(process.env, 'NODE_UNIQUE_ID') ?
  require('internal/cluster/child') : require('internal/cluster/primary');
