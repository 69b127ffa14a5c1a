// The engine knows no line of a loop without calls that stands alone: then none is told.
setTimeout(function wanted() {}, 100);
setTimeout(function hog() { let x = 0; for (let i = 0; i < 1e9; i++) x ^= i; return x; }, 1);

// => main - 1 - 0 main - main
// => timer hog 3 3 + timers - *
// => timer wanted 2 2 * timers - *
// says: hog()
