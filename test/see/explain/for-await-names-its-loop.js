// Each step of `for await` is told with the line of the loop.
async function* numbers() {
  yield 1;
  yield 2;
}
async function main() {
  await null;
  for await (const number of numbers())
    console.log(number);
}
main();

// => main - 1 - 0 main - main
// => await main 7 7 0 main promises job-after-main
// => await main 8 8 0 main promises job-added-by-job
// => await main 8 8 0 main promises job-added-by-job
// => await main 8 8 0 main promises job-added-by-job
// shows: 2
