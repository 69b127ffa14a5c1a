exports.file = 1;   // bad: use-strict file-name
