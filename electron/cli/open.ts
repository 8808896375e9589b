import { Command } from 'commander';
import type { HostRecord } from '#contract/desk.ts';
import { whyNoBrowser } from './browser.ts';
import { CommandError } from './command-error.ts';
import { findHost } from './host-access.ts';
import { oneTimeAddress } from './one-time-address.ts';
import { openAddress } from './open-address.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { commandName, print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly print?: true;
}

/** `carryover open`: the page of the host that runs, at an address that works once. */
export const openCommand = (): Command => {
  const open = new Command('open')
    .description('Open Carryover in the browser with a one-time address')
    .option('--print', 'print the address instead')
    .action(openPage);
  withJson(withData(open));
  return withExamples(
    open,
    ['open', 'Open the page; without a browser, print its address.'],
    ['open --print', 'Print an address, valid for 10 minutes.'],
  );
};

const openPage = async (options: Options): Promise<void> => {
  const host = await runningHost(options.data);
  const address = await oneTimeAddress(host);
  if (options.json) return printJson(address);
  const why = options.print ? undefined : whyNoBrowser();
  if (
    !options.print &&
    why === undefined &&
    (await openAddress(options.data, address, () => runningHost(options.data)))
  ) {
    return remark(
      `Opened ${host.deskUrl} in your browser. If nothing appears: ${commandName()} open --print.`,
    );
  }
  if (!options.print) remark(`No browser was opened: ${why ?? 'no browser found'}.`);
  print(address.url);
  if (address.publicUrl !== undefined) remark(`From other machines: ${address.publicUrl}`);
  remark('Works once, within 10 minutes.');
};

/** @throws CommandError if there is none */
const runningHost = async (dataDir: string): Promise<HostRecord> => {
  const host = await findHost(dataDir);
  if (host !== undefined) return host;
  throw new CommandError(
    `No host runs on ${dataDir}, so there is no page to open. Start it: ${commandName()} serve. For another folder use --data.`,
  );
};
