// Details of one callback: what it is, how long it waited and ran, what scheduled it, its source.

const AROUND = 3;             // lines before and after
const sources = new Map();    // file -> promise of its lines; null when there are none

function loadSource(file) {
  if (window.GYRE_TRACE !== undefined)
    return Promise.resolve(window.GYRE_SOURCES?.[file]?.split('\n') ?? null);
  if (!sources.has(file)) {
    sources.set(file, fetch(address('/source', { file }))
      .then((answer) => (answer.ok ? answer.text() : null))
      .then((text) => (text === null ? null : text.split('\n')))
      .catch(() => null));
  }
  return sources.get(file);
}

// Strings, comments and keywords, as far as one line shows them.
const KEYWORDS =
  'async await break case catch class const continue default delete do else export extends false ' +
  'finally for from function if import in instanceof let new null of return static super switch ' +
  'this throw true try typeof undefined var void while yield';
const TOKEN = new RegExp([
  /(\/\/.*)/, /('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/,
  RegExp(`\\b(${KEYWORDS.replaceAll(' ', '|')})\\b`),
  /\b(\d[\d_.]*)\b/].map((one) => one.source).join('|'), 'g');
const CLASSES = ['comment', 'string', 'keyword', 'number'];

function coloured(line) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(TOKEN)) {
    const kind = match.slice(1).findIndex((one) => one !== undefined);
    parts.push(line.slice(end, match.index), element('span', { class: CLASSES[kind] }, match[0]));
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end));
  return parts;
}

function listing(lines, at) {
  const first = Math.max(1, at.line - AROUND);
  const last = Math.min(lines.length, at.line + AROUND);
  const shown = lines.slice(first - 1, last);
  const indents = shown.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)[0].length);
  const indent = Math.min(...indents, 40);
  const rows = shown.map((line, i) => element(
    'code', { 'class': first + i === at.line ? 'here' : '', 'data-line': first + i },
    element('i', {}, String(first + i)), ...coloured(line.slice(indent)), '\n'));
  return element('pre', { 'tabindex': 0, 'role': 'region', 'aria-label': at.text }, ...rows);
}

function sourceBox(title, where) {
  const at = place(where);
  if (at === null)
    return '';
  const head = element('h4', {}, title, ' ', element('span', {}, at.text));
  const box = element('div', { class: 'source' }, head);
  loadSource(at.file).then((lines) => {
    box.append(lines !== null ? listing(lines, at) :
      element('p', { class: 'quiet' }, 'The source of this file is not available.'));
  });
  return box;
}

function sourceBoxes(entry) {
  if (entry.kind === 'main')
    return [sourceBox('Begins at', entry.where)];
  if (place(entry.from)?.text === place(entry.where)?.text)
    return [sourceBox('Written and scheduled at', entry.where)];
  return [sourceBox('The callback', entry.where), sourceBox('Scheduled at', entry.from)];
}

function fact(name, ...value) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...value));
}

function waitFacts(entry) {
  const facts = [];
  const { delay } = entry.detail ?? {};
  const held = entry.paused > 1e6 ?
    [element('small', {}, ` + ${duration(entry.paused)} held`)] : [];
  if (entry.kind !== 'main')
    facts.push(fact(listens(entry) ? 'Listening for' : 'Waited', duration(waited(entry)), ...held));
  if (delay !== undefined)
    facts.push(fact('Delay', delay < 10000 ? `${delay} ms` : duration(delay * 1e6)));
  return facts;
}

function schedulerFact(entry, onSelect) {
  const by = scheduler(entry);
  if (by === undefined)
    return '';
  const how = entry.detail?.how ?? entry.detail?.what ?? SCHEDULED_BY[entry.kind];
  const link = { class: 'link', id: 'scheduler', onclick: () => onSelect(by) };
  return fact('Scheduled by', element('button', link, showName(by)),
              ...by.index >= 0 ? [` (#${by.index + 1})`] : [],
              ...how ? [' with ', element('code', {}, how)] : []);
}

function whyBox(entry) {
  const text = entry.index < 0 ? '' : reasonText(entry);
  return text === '' ? [] : [element('p', { class: 'why' }, element('b', {}, 'Why now? '), text)];
}

const kindOf = ({ kind, detail }) =>
  (kind === 'io' && detail?.what ? `The callback of ${detail.what}` : KIND[kind]);

// Relative to the folder where the program was started, if the path is inside it.
function shortPath(path) {
  const folder = `${window.GYRE_PROGRAM?.folder ?? ''}/`;
  return String(path).startsWith(folder) && folder !== '/' ? path.slice(folder.length) : path;
}

function stateOf(entry) {
  if (entry.index < 0)
    return entry.isCleared || 'waits';
  return entry !== model.open ? '' : model.gate.waiting ? 'runs next' : 'runs now';
}

// A sentence: what it is and where it ran.
function summary(entry, lane) {
  const event = entry.detail?.event ? ` of ‘${entry.detail.event}’` : '';
  const target = entry.detail?.path ? `, ${shortPath(entry.detail.path)}` : '';
  const kind = `${kindOf(entry)}${event}${target}`;
  const place = lane.name.toLowerCase();
  if (entry.index < 0)
    return `${kind}, for ${place}.`;
  const turn = entry.turn === 0 ? 'before the first turn' :
    `turn ${entry.turn.toLocaleString('en')}`;
  return `${kind}. Callback ${(entry.index + 1).toLocaleString('en')}, ${turn}, ${place}.`;
}

const heading = (lane, ...parts) => element(
  'h3', { tabindex: -1 }, element('span', { 'class': 'lane', 'data-lane': lane.id }), ...parts);

function ranFact(entry) {
  if (entry.index < 0 || stateOf(entry) === 'runs next')
    return '';
  return fact('Ran', entry.ended ? duration(entry.ended - entry.began) : 'until now');
}

function printedFact({ printed }) {
  if (printed === undefined)
    return '';
  return fact('Printed', element('code', {}, cut(printed.trim().replaceAll('\n', ' ↵ '), 60)));
}

function describe(entry, onSelect) {
  const lane = LANE.get(entry.lane ?? LANE_OF_KIND[entry.kind]);
  const state = stateOf(entry);
  return [
    heading(lane, showName(entry), ...state ? [element('em', {}, state)] : []),
    element('p', {}, summary(entry, lane)),
    element('dl', {}, ...entry.index < 0 ? [] : waitFacts(entry), ranFact(entry),
            schedulerFact(entry, onSelect), printedFact(entry)),
    ...whyBox(entry),
    ...sourceBoxes(entry),
  ].filter((part) => part !== '');
}

const HINT = 'Click a callback in the timeline or in the table, or use ← and →. ' +
  'Click a phase for a description.';

function describeLane(lane) {
  return [heading(lane, lane.name), element('p', {}, lane.text)];
}

// Shown when nothing is selected: a hint and the longest callbacks.
function describeNothing(onSelect) {
  const rows = model.longest.map((entry) => element(
    'li', {}, element('button', { class: 'link', onclick: () => onSelect(entry) }, showName(entry)),
    ` ran ${duration(ranFor(entry))}`));
  return [element('p', { class: 'quiet' }, HINT),
          ...rows.length > 0 ? [element('h4', {}, 'Longest so far'), element('ol', {}, ...rows)] :
            []];
}

// `what` is an entry, a lane, or null.
let shownDetails = '';
function drawDetails(what, onSelect) {
  const isLane = what !== null && what.text !== undefined;
  const key = what === null ? model.longest.map((one) => one.id).join() : isLane ? what.id :
    [what.id, what.index, what.ended, what === model.open, model.gate.waiting, what.where,
     what.printed].join();
  if (key === shownDetails && $('details-body').childElementCount > 0)
    return;
  shownDetails = key;
  $('details-body').replaceChildren(...what === null ? describeNothing(onSelect) :
    isLane ? describeLane(what) : describe(what, onSelect));
}
