// holds: timeout 4
// What is bound has no text to be found by, and a short time is not noted beforehand.
function check() {
  setTimeout(check.bind(null), 20);
}
check();
