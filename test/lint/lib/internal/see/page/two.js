function draw(value) {
  return value + shared + missing;   // bad: undefined-name
}
