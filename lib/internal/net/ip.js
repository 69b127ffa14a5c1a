'use strict';
// Recognizes IP addresses.

const {
  ArrayPrototypeEvery, RegExp, RegExpPrototypeExec, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const four = `${octet}(?:\\.${octet}){3}`;
const isFour = new RegExp(`^${four}$`);
const ZONE = /^[0-9a-zA-Z.:~_-]+$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

function isIPv4(text) {
  return RegExpPrototypeExec.call(isFour, `${text}`) !== null;
}

// Groups of hex digits, at most one "::", perhaps an IPv4 address in place of the last two groups,
// perhaps a zone after "%".
function isIPv6(text) {
  text = `${text}`;
  const zone = StringPrototypeIndexOf.call(text, '%');
  if (zone !== -1) {
    if (RegExpPrototypeExec.call(ZONE, StringPrototypeSlice.call(text, zone + 1)) === null)
      return false;
    text = StringPrototypeSlice.call(text, 0, zone);
  }
  if (text.length < 2 || text.length > 45 || !StringPrototypeIncludes.call(text, ':'))
    return false;
  const lastColon = StringPrototypeLastIndexOf.call(text, ':');
  if (StringPrototypeIncludes.call(text, '.')) {
    if (!isIPv4(StringPrototypeSlice.call(text, lastColon + 1)))
      return false;
    text = `${StringPrototypeSlice.call(text, 0, lastColon)}:0:0`;
  }
  const gap = StringPrototypeIndexOf.call(text, '::');
  if (gap !== StringPrototypeLastIndexOf.call(text, '::'))
    return false;
  const before = splitGroups(gap === -1 ? text : StringPrototypeSlice.call(text, 0, gap));
  const after = gap === -1 ? [] : splitGroups(StringPrototypeSlice.call(text, gap + 2));
  const count = before.length + after.length;
  // "::" stands for at least one group.
  return (gap === -1 ? count === 8 : count <= 7) && areGroups(before) && areGroups(after);
}

const areGroups = (list) =>
  ArrayPrototypeEvery.call(list, (group) => RegExpPrototypeExec.call(GROUP, group) !== null);

const splitGroups = (text) => (text === '' ? [] : StringPrototypeSplit.call(text, ':'));

function isIP(text) {
  if (isIPv4(text))
    return 4;
  return isIPv6(text) ? 6 : 0;
}

module.exports = { isIP, isIPv4, isIPv6 };
