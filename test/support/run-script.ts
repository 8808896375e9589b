import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageRoot } from '#base/package-root.ts';

const run = promisify(execFile);

/** Runs a script over the sources in a process of its own. @returns what it writes to stdout @throws if it fails */
export const runScript = (script: string, ...args: readonly string[]): Promise<string> =>
  runScriptWith({}, script, ...args);

/** The same, with variables of the environment. */
export const runScriptWith = async (
  env: NodeJS.ProcessEnv,
  script: string,
  ...args: readonly string[]
): Promise<string> => {
  const options = { cwd: packageRoot(), env: { ...process.env, ...env } };
  return (await run(process.execPath, ['--input-type=module', '--eval', script, ...args], options)).stdout;
};
