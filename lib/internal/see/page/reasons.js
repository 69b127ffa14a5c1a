// Why a callback ran when it did, by the rules of `gyre explain` (lib/internal/see/explain/).

const isTimer = (entry) => entry.kind === 'timer' || entry.kind === 'interval';

function reasonText(entry) {
  const { reasonOf } = requireShared('internal/see/explain/reasons');
  const timers = [...model.waiting, ...model.ran].filter(isTimer);
  const story = { entries: model.ran, byId: model.entries, timers };
  entry.at = entry.index - model.ran[0].index;
  return reasonOf(entry, previous(entry), story).text;
}
