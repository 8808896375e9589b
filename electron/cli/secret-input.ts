import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { CommandError } from './command-error.ts';

/** An API key never is an argument: those are seen by everyone on the machine, and kept in the shell's history. */
export interface KeyOptions {
  readonly keyFile?: string;
  readonly keyEnv?: string;
}

export const withKeyOptions = (command: Command): Command =>
  command
    .option('--key-file <file>', 'read the API key from a file; - reads it from stdin')
    .addOption(
      new Option('--key-env <name>', 'read the API key from an environment variable').conflicts('keyFile'),
    );

/**
 * @returns undefined if none of the options is given
 * @throws CommandError 2 if there is no key in it
 */
export const keyFrom = async ({ keyFile, keyEnv }: KeyOptions): Promise<string | undefined> => {
  if (keyEnv !== undefined) return checked(process.env[keyEnv], `The environment variable ${keyEnv}`);
  if (keyFile === '-') return keyFromStdin();
  if (keyFile !== undefined) return checked(read(keyFile), `The file ${keyFile}`);
  return undefined;
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
      'An argument is seen by everyone on the machine: write the URL with its user and password into a file, and name that with --proxy-file.',
      2,
    );
  }
  return url;
};

export const keyFromStdin = async (): Promise<string> => {
  if (process.stdin.isTTY) {
    throw new CommandError('Give the API key with --key-file or --key-env, or pipe it in.', 2);
  }
  return checked(await text(process.stdin), 'What was piped in');
};

/** @throws CommandError 2 if the file can't be read */
export const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The file can't be read: ${reason}.`, 2, { cause });
  }
};

const checked = (given: string | undefined, place: string): string => {
  const key = given?.trim() ?? '';
  if (key === '') throw new CommandError(`${place} holds no API key.`, 2);
  return key;
};
