// holds: timeout 4
// perhaps: 4
// By PID only the first timer of a delay has its line, and a promise's own function has no text.
new Promise((resolve) => setTimeout(resolve, 60_000));
new Promise((resolve) => setTimeout(resolve, 60_000));
