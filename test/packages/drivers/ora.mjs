// A spinner without a terminal
import ora from 'ora';
const spinner = ora('working').start();
spinner.text = 'nearly';
spinner.succeed('done');
ora('bad').fail();
