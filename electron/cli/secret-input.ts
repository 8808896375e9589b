import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { fileProblem } from '#base/file-problem.ts';
import { CommandError } from './command-error.ts';

/** An API key never is an argument: those are seen by everyone on the machine, and kept in the shell's history. */
export interface KeyOptions {
  readonly keyFile?: string;
  readonly keyEnv?: string;
}

export const withKeyOptions = (command: Command): Command =>
  command
    .option('--key-file <file>', 'file with the API key; - reads stdin')
    .addOption(new Option('--key-env <name>', 'environment variable with the API key').conflicts('keyFile'));

/**
 * @returns undefined if none of the options is given
 * @throws CommandError 2 if there is no key in it
 */
export const keyFrom = ({ keyFile, keyEnv }: KeyOptions): Promise<string | undefined> =>
  secretFrom({ file: keyFile, env: keyEnv }, 'API key');

interface Place {
  /** `-`: stdin. */
  readonly file: string | undefined;
  /** The name of a variable. */
  readonly env: string | undefined;
}

/**
 * @param what a secret of which kind
 * @returns undefined if no place is named
 * @throws CommandError 2 if there is none in it
 */
export const secretFrom = async ({ file, env }: Place, what: string): Promise<string | undefined> => {
  if (env !== undefined) return checked(process.env[env], `The environment variable ${env}`, what);
  if (file === '-') return fromStdin(what);
  if (file !== undefined) return checked(read(file), `The file ${file}`, what);
  return undefined;
};

/**
 * An option whose value was a secret: refused with what to use instead, and never repeated.
 * @param instead such as `--key-file <file>`
 */
export const refuseArgument = (command: Command, flag: string, instead: string): Command => {
  command.addOption(new Option(`${flag} [value]`).hideHelp());
  return command.hook('preAction', () => {
    const name = new Option(flag).attributeName();
    if (command.getOptionValue(name) === undefined) return;
    throw new CommandError(
      `${flag} was removed: arguments are visible to every user and kept in the shell history. Use ${instead}, and change the exposed value.`,
      2,
    );
  });
};

/**
 * A proxy's URL, whose password must not be an argument either.
 * @throws CommandError 2 if it is one, or the file can't be read
 */
export const proxyFrom = (url: string | undefined, file: string | undefined): string | undefined => {
  if (file !== undefined) return read(file).trim();
  if (url === undefined) return undefined;
  if (/:\/\/[^/]*@/.test(url)) {
    throw new CommandError(
      'Arguments are visible to every user of this machine. Put the URL with user and password into a file and use --proxy-file.',
      2,
    );
  }
  return url;
};

export const keyFromStdin = async (): Promise<string> => {
  if (process.stdin.isTTY) {
    throw new CommandError('An API key is required: --key-file, --key-env or stdin.', 2);
  }
  return fromStdin('API key');
};

const fromStdin = async (what: string): Promise<string> =>
  checked(await text(process.stdin), 'What was piped in', what);

/** @throws CommandError 2 if the file can't be read */
export const read = (path: string): string => readBytes(path).toString('utf8');

/** @throws CommandError 2 if the file can't be read */
export const readBytes = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new CommandError(`${path} can't be read: ${fileProblem(cause)}.`, 2, { cause });
  }
};

const checked = (given: string | undefined, place: string, what: string): string => {
  const secret = given?.trim() ?? '';
  if (secret === '') throw new CommandError(`${place} holds no ${what}.`, 2);
  return secret;
};
