// holds: timeout 3
// from: 6
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function work() {
  for (;;)
    await sleep(60_000);
}
work();
