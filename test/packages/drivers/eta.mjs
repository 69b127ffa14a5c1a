// Loops
import { Eta } from 'eta';
console.log(new Eta().renderString('<% it.list.forEach((n) => { %><%= n %>;<% }) %><%~ it.raw %><%= it.raw %>', { list: [1, 2], raw: '<b>' }));
