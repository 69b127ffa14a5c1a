// Shell commands
import { $, within, cd } from 'zx';
$.verbose = false;
console.log((await $`echo ${'a b'} | tr a-z A-Z`).stdout, (await $`exit 3`.nothrow()).exitCode);
await within(async () => { cd('/'); console.log((await $`pwd`).stdout); });
