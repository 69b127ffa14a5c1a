"""What must hold of every trace, whatever the program: faults(events) lists what does not, in words."""

import bisect
import collections

PHASES = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close']
SLACK = 0.0015      # us: a nanosecond, and what sums of such numbers lose


def spans(events, category):
    return [e for e in events if e['ph'] == 'X' and e['cat'] == category]


def end_of(span):
    return span['ts'] + span['dur']


def lies_in(inner, outer):
    return outer['ts'] <= inner['ts'] + SLACK and end_of(inner) <= end_of(outer) + SLACK


def names_of_tracks(events):
    return {e['tid']: e['args']['name'] for e in events if e['ph'] == 'M' and e['name'] == 'thread_name'}


def nesting(events):
    """Each track has a name; on it a span lies within the one in which it begins."""
    names = names_of_tracks(events)
    tracks = collections.defaultdict(list)
    for e in events:
        if e['ph'] == 'X':
            tracks[e['tid']].append(e)
    for tid, track in tracks.items():
        if tid not in names:
            yield f'track {tid} has no name'
        around = []
        for e in sorted(track, key=lambda e: (e['ts'], -e['dur'])):
            if e['dur'] < 0:
                yield f'it ended before it began: {e}'
            while around and e['ts'] >= end_of(around[-1]) - SLACK:
                around.pop()
            if around and not lies_in(e, around[-1]):
                yield f'{names.get(tid)}: {e} reaches out of {around[-1]}'
            around.append(e)


def turns(events):
    """All phases of all turns follow each other, from the first turn's timers on; a run begins with timers anew."""
    last = None
    for e in sorted(spans(events, 'phase'), key=lambda e: e['ts']):
        place = e['args']['turn'] * len(PHASES) + PHASES.index(e['name'])
        if last is None and place != len(PHASES):
            yield f'the first phase is {e}'
        if last is not None and place != last + 1 and not (place == last and e['name'] == 'timers'):
            yield f'{e} comes after place {last}'
        last = place


def places(events):
    """Callbacks and sleeps lie in a phase of their turn, what JavaScript ran in a callback of the loop's."""
    phases = sorted(spans(events, 'phase'), key=lambda e: e['ts'])
    callbacks = sorted(spans(events, 'callback'), key=lambda e: e['ts'])

    def around(inner, outer, starts):
        at = bisect.bisect_right(starts, inner['ts'] + SLACK)
        return next((e for e in reversed(outer[max(0, at - 8):at]) if lies_in(inner, e)), None)

    starts = [e['ts'] for e in phases]
    for e in spans(events, 'callback') + spans(events, 'asleep') + spans(events, 'javascript'):
        if e['args'].get('phase') == 'main':
            continue
        phase = around(e, phases, starts)
        if phase is None:
            yield f'{e} lies in no phase'
        elif phase['args']['turn'] != e['args']['turn'] or e['args'].get('phase', phase['name']) != phase['name']:
            yield f'{e} lies in {phase}'
    starts = [e['ts'] for e in callbacks]
    for e in spans(events, 'javascript') + spans(events, 'queue'):
        if e['args'].get('phase') != 'main' and phases and e['ts'] > phases[0]['ts'] and end_of(e) < end_of(phases[-1]):
            if around(e, phases, [p['ts'] for p in phases]) and around(e, callbacks, starts) is None:
                yield f'{e} lies in no callback'


def arrows(events):
    """Each has both ends, once, does not go back, and begins in a span: viewers draw no other."""
    begins, ends = ({}, {})
    for e in events:
        if e['ph'] in 'sf':
            side = begins if e['ph'] == 's' else ends
            if e['id'] in side:
                yield f'two arrows have the number of {e}'
            side[e['id']] = e
    for one in begins.keys() ^ ends.keys():
        yield f'arrow {one} has one end'
    for one in begins.keys() & ends.keys():
        if begins[one]['ts'] > ends[one]['ts']:
            yield f'an arrow goes back: {begins[one]} {ends[one]}'
    scripts = spans(events, 'javascript') + spans(events, 'callback')
    for one in begins.values():
        if not any(lies_in({'ts': one['ts'], 'dur': 0}, e) for e in scripts):
            yield f'an arrow begins in nothing: {one}'


def beside(events):
    """Pool jobs are on threads of the pool and carry their wait; an operation of the ring that ends has begun."""
    names = names_of_tracks(events)
    for e in spans(events, 'pool_job'):
        if names[e['tid']] != 'pool' or not e['args']['waited_ns'] >= 0:
            yield f'no job of the pool: {e}'
    open_now = set()
    for e in sorted((e for e in events if e['ph'] in 'be'), key=lambda e: e['ts']):
        if e['ph'] == 'b':
            open_now.add(e['id'])
        elif e['id'] not in open_now:
            yield f'it ended without a begin: {e}'
        else:
            open_now.remove(e['id'])


def closed(events):
    """What was open when the file was written, as if it had ended then."""
    last = max((e['ts'] + e.get('dur', 0) for e in events if 'ts' in e), default=0)
    return [{**e, 'ph': 'X', 'dur': last - e['ts']} if e['ph'] == 'B' else e for e in events]


def faults(events):
    events = closed(events)
    return [fault for rule in (nesting, turns, places, arrows, beside) for fault in rule(events)]
