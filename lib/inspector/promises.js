'use strict';
// node:inspector/promises: node:inspector with sessions whose post() returns a promise.

const { Promise } = primordials;
const inspector = require('inspector');

class Session extends inspector.Session {
  constructor() { super(); }

  post(method, params) {
    return new Promise((resolve, reject) => {
      super.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }
}

module.exports = { __proto__: null, ...inspector, Session };
