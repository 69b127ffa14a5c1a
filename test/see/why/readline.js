// stdin: open
// holds: stdin 3
require('readline').createInterface({ input: process.stdin });
