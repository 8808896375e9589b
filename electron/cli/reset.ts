import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import { withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface Options {
  readonly data: string;
  readonly json?: true;
  readonly yes?: true;
}

/** `carryover reset`: empties the sandbox. */
export const resetCommand = (): Command => {
  const reset = new Command('reset')
    .description('Empty the sandbox: companies, connections, endpoints, rules, messages')
    .option('--yes', 'do not ask first')
    .action(resetSandbox);
  withJson(withData(reset));
  return withExamples(reset, ['reset --yes', 'Start over without being asked.']);
};

const resetSandbox = async (options: Options): Promise<void> => {
  if (!options.yes && !(await agreed(options.data))) {
    remark('Nothing was changed.');
    return;
  }
  await withHost(options.data, ({ desk }) => desk.post('/api/reset'));
  if (options.json) printJson({ reset: true });
  else remark('The sandbox is empty.');
};

const agreed = async (dataDir: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    throw new CommandError('Nobody is there to ask. Say --yes to empty the sandbox without being asked.', 2);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Empty the sandbox in ${dataDir}? It can't be brought back. [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
};
