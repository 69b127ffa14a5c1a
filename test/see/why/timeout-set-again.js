// holds: timeout 3 (PID: 2)
function again() {
  setTimeout(again, 50_000);
}
again();
