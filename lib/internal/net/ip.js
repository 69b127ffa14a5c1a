'use strict';
// Texts of IP addresses.

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const four = `${octet}(?:\\.${octet}){3}`;
const isFour = new RegExp(`^${four}$`);
let isFourTail;

function isIPv4(text) {
  return isFour.test(`${text}`);
}

// Groups of hex digits, at most one "::", perhaps an IPv4 address in place of the last two groups,
// perhaps a zone after "%".
function isIPv6(text) {
  text = `${text}`;
  const zone = text.indexOf('%');
  if (zone !== -1) {
    if (!/^[0-9a-zA-Z.:~_-]+$/.test(text.slice(zone + 1)))
      return false;
    text = text.slice(0, zone);
  }
  if (text.length < 2 || text.length > 45 || !text.includes(':'))
    return false;
  let wanted = 8;
  const lastColon = text.lastIndexOf(':');
  if (text.includes('.')) {
    isFourTail ??= new RegExp(`^${four}$`);
    if (!isFourTail.test(text.slice(lastColon + 1)))
      return false;
    text = `${text.slice(0, lastColon)}:0:0`;
  }
  const gap = text.indexOf('::');
  if (gap !== text.lastIndexOf('::'))
    return false;
  const groups = gap === -1 ? text.split(':') : [
    ...splitGroups(text.slice(0, gap)), ...splitGroups(text.slice(gap + 2)),
  ];
  if (gap !== -1)
    wanted = 7; // "::" stands for at least one group
  return (gap === -1 ? groups.length === wanted : groups.length <= wanted) &&
    groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group));
}

const splitGroups = (text) => (text === '' ? [] : text.split(':'));

function isIP(text) {
  if (isIPv4(text))
    return 4;
  return isIPv6(text) ? 6 : 0;
}

module.exports = { isIP, isIPv4, isIPv6 };
