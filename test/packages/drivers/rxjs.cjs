// Operators over 200,000 values, timers
const { range, interval, of, throwError, Subject, merge } = require('rxjs');
const { map, filter, reduce, take, toArray, catchError, bufferCount, mergeMap, debounceTime } = require('rxjs');
range(1, 200000).pipe(filter((n) => n % 2 === 0), map((n) => n * 3), reduce((a, b) => a + b)).subscribe((n) => console.log(n));
interval(1).pipe(take(5), bufferCount(2)).subscribe({ next: (v) => console.log(v), complete: () => console.log('complete') });
throwError(() => new Error('bad')).pipe(catchError((e) => of(e.message))).subscribe(console.log);
merge(of(1, 2), of(3)).pipe(mergeMap((n) => of(n, -n)), toArray()).subscribe((l) => console.log(l));
const s = new Subject();
s.pipe(debounceTime(2)).subscribe((v) => console.log('last', v));
s.next(1);
s.next(2);
s.complete();
