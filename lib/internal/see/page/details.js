// One callback: what it is, how long it waited and ran, who scheduled it, and its lines.

const AROUND = 3;             // lines before and behind
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
const TOKEN = /(\/\/.*)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|\b(async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|throw|true|false|try|typeof|undefined|var|void|while|yield)\b|\b(\d[\d_.]*)\b/g;
const CLASSES = ['comment', 'string', 'keyword', 'number'];

function coloured(line) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(TOKEN)) {
    parts.push(line.slice(end, match.index),
               element('span', { class: CLASSES[match.slice(1).findIndex((one) => one !== undefined)] }, match[0]));
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end));
  return parts;
}

function listing(lines, at) {
  const first = Math.max(1, at.line - AROUND);
  const last = Math.min(lines.length, at.line + AROUND);
  const shown = lines.slice(first - 1, last);
  const indent = Math.min(...shown.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)[0].length), 40);
  return element('pre', { 'tabindex': 0, 'role': 'region', 'aria-label': at.text }, ...shown.map((line, i) => element(
    'code', { 'class': first + i === at.line ? 'here' : '', 'data-line': first + i },
    element('i', {}, String(first + i)), ...coloured(line.slice(indent)), '\n')));
}

function sourceBox(title, where) {
  const at = place(where);
  if (at === null)
    return '';
  const box = element('div', { class: 'source' }, element('h4', {}, title, ' ', element('span', {}, at.text)));
  loadSource(at.file).then((lines) => box.append(
    lines === null ? element('p', { class: 'quiet' }, 'The text of this file is not known.') : listing(lines, at)));
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
  if (entry.kind !== 'main')
    facts.push(fact('Waited', duration(waited(entry)), ...entry.paused > 1e6 ? [element('small', {}, ` + ${duration(entry.paused)} held`)] : []));
  if (delay !== undefined)
    facts.push(fact('Asked for', `${delay} ms`));
  return facts;
}

function schedulerFact(entry, onSelect) {
  const by = scheduler(entry);
  if (by === undefined)
    return '';
  const how = entry.detail?.how ?? entry.detail?.what ?? SCHEDULED_BY[entry.kind];
  return fact('Scheduled by', element('button', { class: 'link', id: 'scheduler', onclick: () => onSelect(by) }, showName(by)),
              ...by.index >= 0 ? [` (#${by.index + 1})`] : [], ...how ? [' with ', element('code', {}, how)] : []);
}

function whyBox(entry) {
  const text = entry.index < 0 ? '' : why(entry);
  return text === '' ? [] : [element('p', { class: 'why' }, element('b', {}, 'Why now? '), text)];
}

const kindOf = ({ kind, detail }) => (kind === 'io' && detail?.what ? `The callback of ${detail.what}` : KIND[kind]);

// Inside the folder where the program was started, from there.
function shortPath(path) {
  const folder = `${window.GYRE_PROGRAM?.folder ?? ''}/`;
  return String(path).startsWith(folder) && folder !== '/' ? path.slice(folder.length) : path;
}

function describe(entry, onSelect) {
  const lane = LANE.get(entry.lane ?? LANE_OF_KIND[entry.kind]);
  const isNext = entry === model.open && model.gate.waiting;
  const state = entry.index < 0 ? entry.isCleared || 'waits' : isNext ? 'runs next' : entry === model.open ? 'runs now' : '';
  const event = entry.detail?.event ? ` of ‘${entry.detail.event}’` : '';
  const target = entry.detail?.path ? `, ${shortPath(entry.detail.path)}` : '';
  return [
    element('h3', { tabindex: -1 }, element('span', { 'class': 'lane', 'data-lane': lane.id }, ''), showName(entry),
            ...state ? [element('em', {}, state)] : []),
    element('p', {}, entry.index < 0 ? `${kindOf(entry)}${event}${target}, for ${lane.name.toLowerCase()}.` :
      `${kindOf(entry)}${event}${target}. Number ${(entry.index + 1).toLocaleString('en')} of all, ` +
      `${entry.turn === 0 ? 'before the first turn' : `turn ${entry.turn.toLocaleString('en')}`}, ${lane.name.toLowerCase()}.`),
    element('dl', {}, ...entry.index < 0 ? [] : waitFacts(entry),
            ...entry.index < 0 || isNext ? [] : [fact('Ran', entry.ended ? duration(entry.ended - entry.began) : 'until now')],
            schedulerFact(entry, onSelect)),
    ...whyBox(entry),
    ...sourceBoxes(entry),
  ].filter((part) => part !== '');
}

const HINT = 'Click a callback in the timeline or in the table, or go along with ← and →. ' +
  'Click a phase to read what it is for.';

function describeLane(lane) {
  return [element('h3', { tabindex: -1 }, element('span', { 'class': 'lane', 'data-lane': lane.id }, ''), lane.name),
          element('p', {}, lane.text)];
}

// `what` is an entry, a lane, or null.
let shownDetails = '';
function drawDetails(what, onSelect) {
  const isLane = what !== null && what.text !== undefined;
  const key = what === null ? '' : isLane ? what.id :
    [what.id, what.index, what.ended, what === model.open, model.gate.waiting, what.where].join();
  if (key === shownDetails && $('details-body').childElementCount > 0)
    return;
  shownDetails = key;
  $('details-body').replaceChildren(...what === null ? [element('p', { class: 'quiet' }, HINT)] :
    isLane ? describeLane(what) : describe(what, onSelect));
}
