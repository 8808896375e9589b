import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { ServiceAddress } from '#testing/types.ts';
import { type Run, startNodeIn } from './cli.ts';

/** The built command line of the test kit. */
export const kitCli = join(packageRoot(), 'out', 'kit', 'cli.js');

/** No service but the one that a test names. */
const nowhere = { CARRYOVER_CONTROL_URL: '', CARRYOVER_CONTROL_TOKEN: '' };

export const startKitCli = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Run =>
  startNodeIn({ ...nowhere, ...env }, kitCli, ...args);

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
