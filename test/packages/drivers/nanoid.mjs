// Ids by their form
import { nanoid, customAlphabet } from 'nanoid';
const ids = new Set(Array.from({ length: 2000 }, () => nanoid()));
console.log(ids.size, [...ids].every((id) => /^[\w-]{21}$/.test(id)), /^[abc]{5}$/.test(customAlphabet('abc', 5)()));
