// holds: request 2
require('crypto').pbkdf2('secret', 'salt', 2e8, 64, 'sha512', () => {});
