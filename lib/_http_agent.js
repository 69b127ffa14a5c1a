'use strict';
// The old name of a part of http.
const { Agent, globalAgent } = require('internal/http/agent');
module.exports = { Agent, get globalAgent() { return globalAgent.current; } };
