import { Command } from 'commander';
import { confirmed } from './ask.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface Options extends CommonOptions {
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
  const sure = `Empty the sandbox in ${options.data}? It can't be brought back.`;
  if (!options.yes && !(await confirmed(sure, 'Say --yes to empty the sandbox without being asked.'))) {
    remark('Nothing was changed.');
    return;
  }
  await withHost(options.data, ({ desk }) => desk.post('/api/reset'));
  if (options.json) printJson({ reset: true });
  else remark('The sandbox is empty.');
};
