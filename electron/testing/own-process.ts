import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtEntry, packageRoot } from '#base/package-root.ts';
import type { KitOrder } from '#kit/process.ts';
import type { ServiceAddress } from './types.ts';

/** Beside the other entries once built; from the sources, Node itself strips the types. */
const entry = (): string =>
  import.meta.filename.endsWith('.ts')
    ? join(packageRoot(), 'electron', 'kit', 'process.ts')
    : builtEntry('process');

/** @throws Error with what the process said, if it did not start */
export const startOwnProcess = async (
  order: KitOrder,
): Promise<{ address: ServiceAddress; stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, [entry()], { stdio: 'pipe' });
  const ended = once(child, 'exit');
  const said = textOf(child);
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const line = await firstLine(child);
  if (line === undefined) {
    await ended;
    throw new Error(`The service did not start. ${said()}`.trim());
  }
  return {
    address: JSON.parse(line) as ServiceAddress,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
};

/** Undefined if it ended before. */
const firstLine = async ({ stdout }: ChildProcessWithoutNullStreams): Promise<string | undefined> => {
  for await (const line of createInterface({ input: stdout })) return line;
  return undefined;
};

const textOf = ({ stderr }: ChildProcessWithoutNullStreams): (() => string) => {
  let text = '';
  stderr.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-4000);
  });
  return () => text;
};
