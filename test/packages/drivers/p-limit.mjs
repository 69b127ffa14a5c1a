// Five tasks, two at a time
import pLimit from 'p-limit';
const limit = pLimit(2);
let active = 0, most = 0;
const list = await Promise.all([1, 2, 3, 4, 5].map((n) => limit(async () => {
  most = Math.max(most, ++active);
  await new Promise((resolve) => setTimeout(resolve, 1));
  active--;
  return n * n;
})));
console.log(list, most);
