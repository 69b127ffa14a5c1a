// Addresses
const { Address4, Address6 } = require('ip-address');
console.log(new Address6('2001:0:ce49:7601::1/64').startAddress().address, new Address4('10.0.0.0/8').isInSubnet(new Address4('10.0.0.0/7')), Address6.fromAddress4('1.2.3.4').correctForm());
