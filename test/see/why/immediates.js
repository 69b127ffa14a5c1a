// holds: immediate 3 (PID: 2)
function again() {
  setImmediate(again);
}
again();
