// holds: timeout 3
function again() {
  setTimeout(again, 50_000);
}
again();
