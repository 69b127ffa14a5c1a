// Why a callback came when it did, by the rules of `gyre explain` (lib/internal/see/explain/): the page has
// their text, made by the same compiler, in SHARED.

const loaded = {};
function requireShared(id) {
  if (loaded[id] === undefined) {
    const module = { exports: {} };
    loaded[id] = module;
    const threads = window.GYRE_PROGRAM?.threads;
    SHARED[id](module.exports, requireShared, module, { env: { UV_THREADPOOL_SIZE: threads } });
  }
  return loaded[id].exports;
}

const isTimer = (entry) => entry.kind === 'timer' || entry.kind === 'interval';

function why(entry) {
  const { reasonOf } = requireShared('internal/see/explain/reasons');
  const timers = [...model.waiting, ...model.ran].filter(isTimer);
  const story = { entries: model.ran, byId: model.entries, timers };
  entry.at = entry.index - model.ran[0].index;
  return reasonOf(entry, previous(entry), story).text;
}
