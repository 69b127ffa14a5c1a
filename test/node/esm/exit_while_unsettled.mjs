// A program that ends itself while its top-level await waits ends with the code it gave.
setTimeout(() => process.exit(), 1);
await new Promise(() => {});
