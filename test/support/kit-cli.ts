import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { ServiceAddress } from '#testing/types.ts';
import { type Ended, type Run, startNodeIn } from './cli.ts';
import { runKitHere } from './cli-here.ts';

/** The built command line of the test kit. */
export const kitCli = join(packageRoot(), 'out', 'kit', 'cli.js');

/** No service but the one that a test names. */
const nowhere = { CARRYOVER_CONTROL_URL: '', CARRYOVER_CONTROL_TOKEN: '' };

export const startKitCli = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Run =>
  startNodeIn({ ...nowhere, ...env }, kitCli, ...args);

/** Runs a command to its end in the tests' process: what it does and says is the same, and it takes a tenth. */
export const kitHere = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runKitHere({ ...nowhere, ...env }, args);

export type ServedAddress = ServiceAddress & { readonly pid: number };

/** `carryover serve` on free ports, once it is ready. */
export const serveKit = async (
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<Run & { readonly ready: ServedAddress }> => {
  const run = startKitCli(['serve', '--json', '--api-port', '0', '--control-port', '0', ...args], env);
  await run.saw(/^\{"event":"ready".*\}\n/m);
  return { ...run, ready: JSON.parse(run.out.stdout) };
};

/** What tells a command of it. */
export const addressOf = ({ controlUrl, controlToken }: ServedAddress): NodeJS.ProcessEnv => ({
  CARRYOVER_CONTROL_URL: controlUrl,
  CARRYOVER_CONTROL_TOKEN: controlToken,
});
