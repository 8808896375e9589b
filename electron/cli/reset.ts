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
    .description('Delete all companies, connections, endpoints, rules and messages of the local service')
    .option('--yes', 'skip confirmation')
    .action(resetSandbox);
  withJson(withData(reset));
  return withExamples(reset, ['reset --yes', 'Start over without confirmation.']);
};

const resetSandbox = async (options: Options): Promise<void> => {
  const sure = `Empty the sandbox in ${options.data}? This can't be undone.`;
  if (!options.yes && !(await confirmed(sure, 'Use --yes to skip confirmation.'))) {
    remark('Nothing was changed.');
    return;
  }
  await withHost(options.data, ({ desk }) => desk.post('/api/reset'));
  if (options.json) printJson({ reset: true });
  else remark('The sandbox is empty.');
};
