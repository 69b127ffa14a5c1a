'use strict';
// Loaded before a program: records everything, and keeps nothing.
require('internal/see/record').start({ scheduled() {}, began() {}, ended() {}, cleared() {} });
