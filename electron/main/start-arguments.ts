import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLink } from './openings.ts';

/** How the app was started: with its window, or as the command line. */
export type StartArguments =
  | { readonly kind: 'command'; readonly args: readonly string[] }
  | ({ readonly kind: 'window' } & WindowArguments);

export interface WindowArguments {
  /** Left out: the one of the platform. */
  readonly dataDir?: string;
  readonly apiPort: number;
  readonly deskPort: number;
  /** Links, and absolute paths of case files. */
  readonly toOpen: readonly string[];
}

/** What integrators' code is pointed at; the desk's port concerns nobody, so any will do. */
const usualApiPort = 4410;

export const isCaseFile = (word: string): boolean => /\.carryover$/i.test(word);
/** A mistyped command counts too: better an answer on the terminal than a window. A path never looks like this. */
const isCommand = (word: string): boolean => /^([a-z][a-z-]*|--help|-h|--version|-V)$/.test(word);

/** Options of Chromium's that let it run where it would not: without a display, or as root. They come first. */
const isSwitch = (word: string): boolean => /^--(ozone-platform=\w+|disable-gpu|no-sandbox)$/.test(word);

/**
 * @param args without those that only say what to run
 * @param folder that relative paths start from
 */
export const readStartArguments = (args: readonly string[], folder: string): StartArguments => {
  const own = args.slice(args.findIndex((word) => !isSwitch(word)));
  const [first] = own;
  if (first !== undefined && isCommand(first)) return { kind: 'command', args: own };
  // Chromium has options of its own, and passes on any that it was given.
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: { data: { type: 'string' }, 'api-port': { type: 'string' }, 'desk-port': { type: 'string' } },
  });
  const { data } = values;
  return {
    kind: 'window',
    ...(typeof data === 'string' && data !== '' ? { dataDir: resolve(folder, data) } : {}),
    apiPort: port(values['api-port'], usualApiPort),
    deskPort: port(values['desk-port'], 0),
    toOpen: positionals
      .filter((word) => isLink(word) || isCaseFile(word))
      .map((word) => (isLink(word) ? word : resolve(folder, word))),
  };
};

const port = (text: unknown, usual: number): number =>
  typeof text === 'string' && /^\d{1,5}$/.test(text) && Number(text) < 65_536 ? Number(text) : usual;
