#!/bin/sh
# settings: ring noring
# A trace file is what Perfetto and chrome://tracing read: the fields of the trace event format, spans
# that nest, and only events that src/trace/events.def knows and docs/trace.md describes.
set -eu
"$TREE/test/test-trace" --helper record trace.json
python3 - "$TOP" trace.json <<'TEXT'
import collections, json, re, sys

top, path = sys.argv[1:]
known = re.findall(r'^EVENT\((\w+), (\w+),', open(f'{top}/src/trace/events.def').read(), re.M)
docs = open(f'{top}/docs/trace.md').read()
for name, _ in known:
    assert f'`{name}`' in docs, f'{name} is not in docs/trace.md'

trace = json.load(open(path))
assert trace['displayTimeUnit'] == 'ns'
events = trace['traceEvents']
seen = collections.Counter()
spans = collections.defaultdict(list)
threads = {}
for e in events:
    assert isinstance(e['pid'], int) and isinstance(e['tid'], int), e
    assert isinstance(e['name'], str), e
    if e['ph'] == 'M':
        assert e['name'] in ('process_name', 'thread_name') and e['args']['name'], e
        threads[e['tid']] = e['args']['name']
        continue
    assert isinstance(e['ts'], float) and e['ts'] > 0, e
    seen[e['cat']] += 1
    if e['ph'] == 'X':
        assert e['dur'] >= 0, e
        spans[e['tid']].append((e['ts'], -e['dur'], e['name']))
    elif e['ph'] in 'be':
        assert e['id'].startswith('0x') and e['cat'] == 'ring', e
    else:
        assert e['ph'] == 'i' and e['s'] == 't', e

# Every track has a name; on each, a span lies within the one it begins in (to the nanosecond).
for tid, track in spans.items():
    assert threads.get(tid) in ('loop', 'pool', 'beside the loop'), (tid, threads)
    open_until = []
    for began, minus, name in sorted(track):
        ended = began - minus
        while open_until and began >= open_until[-1] - 0.0015:
            open_until.pop()
        if name != 'all of it':
            assert not open_until or ended <= open_until[-1] + 0.0015, (name, began, ended)
            open_until.append(ended)

# Turns follow each other, and each has all its phases; an empty one takes no time from what was measured.
order = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close']
phases = sorted((e for e in events if e['ph'] == 'X' and e['cat'] == 'phase'), key=lambda e: e['ts'])
places = [e['args']['turn'] * len(order) + order.index(e['name']) for e in phases]
assert places == list(range(len(order), len(order) + len(places))), places
assert all(e['dur'] < 0.0015 for e in phases if e['args']['callbacks'] == 0 and e['name'] != 'poll')

cats = {name for name, shape in known if shape in ('SPAN', 'POINT', 'BESIDE')} | {'ring'}
assert set(seen) <= cats, set(seen) - cats
for cat in ('phase', 'run', 'asleep', 'callback', 'timer_late', 'pool_job', 'mark', 'span'):
    assert seen[cat] > 0, f'no {cat} in {dict(seen)}'
assert seen['pool_job'] >= 6 and seen['callback'] >= 22, dict(seen)
print(dict(seen))
TEXT
