'use strict';
// node:cluster: processes that share servers. In a worker (NODE_UNIQUE_ID is set) it is
// internal/cluster/child, which internal/main loads before the program; otherwise
// internal/cluster/primary.

const { ObjectHasOwn } = primordials;

module.exports = ObjectHasOwn(process.env, 'NODE_UNIQUE_ID') ?
  require('internal/cluster/child') : require('internal/cluster/primary');
