import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { CommandError } from './command-error.ts';
import { read } from './secret-input.ts';

/** A passphrase never is an argument: those are seen by everyone on the machine, and kept in the shell's history. */
export interface PassphraseOptions {
  readonly passphraseFile?: string;
  readonly passphraseEnv?: string;
}

export const withPassphraseOptions = (command: Command): Command =>
  command
    .option('--passphrase-file <file>', 'file with the passphrase; - reads stdin')
    .addOption(
      new Option('--passphrase-env <name>', 'environment variable with the passphrase').conflicts(
        'passphraseFile',
      ),
    );

/**
 * From a file, the environment or a pipe; on a terminal it is asked for, unseen.
 * @param isNew asked for twice: a typing error would lock away what is sealed with it
 * @throws CommandError 2 if there is none
 */
export const passphraseFrom = async (
  { passphraseFile, passphraseEnv }: PassphraseOptions,
  isNew: boolean,
): Promise<string> => {
  if (passphraseEnv !== undefined) {
    return checked(process.env[passphraseEnv] ?? '', `The environment variable ${passphraseEnv}`);
  }
  if (passphraseFile !== undefined && passphraseFile !== '-') {
    return checked(withoutLineEnd(read(passphraseFile)), `The file ${passphraseFile}`);
  }
  if (!process.stdin.isTTY) return checked(withoutLineEnd(await text(process.stdin)), 'What was piped in');
  const given = checked(await asked('Passphrase: '), 'What was typed');
  if (isNew && (await asked('Repeat: ')) !== given) {
    throw new CommandError('The two passphrases differ, so nothing was done.', 2);
  }
  return given;
};

/**
 * A secret from a pipe, or asked for on the terminal, unseen.
 * @throws CommandError 2 if there is none
 */
export const passphraseLine = async (question: string, what: string): Promise<string> => {
  const given = process.stdin.isTTY ? await asked(question) : await text(process.stdin);
  if (given.trim() === '') throw new CommandError(`No ${what} was given.`, 2);
  return given.trim();
};

const withoutLineEnd = (given: string): string => given.replace(/\r?\n$/, '');

const checked = (given: string, place: string): string => {
  if (given === '') throw new CommandError(`${place} holds no passphrase.`, 2);
  return given;
};

const enter = new Set(['\r', '\n', '\u0004']);
const backspace = new Set(['\u007f', '\b']);
const interrupt = '\u0003';

/** Reads a line from the terminal without showing it. @throws CommandError 2 on Ctrl+C */
const asked = async (question: string): Promise<string> => {
  const { stdin } = process;
  process.stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false).pause();
    process.stderr.write('\n');
  }
};

const typedLine = async (stdin: NodeJS.ReadStream): Promise<string> => {
  const typed: string[] = [];
  for (;;) {
    const [chunk] = (await once(stdin, 'data')) as [string];
    for (const key of chunk) {
      if (key === interrupt) throw new CommandError('Nothing was done.', 2);
      if (enter.has(key)) return typed.join('');
      if (backspace.has(key)) typed.pop();
      else typed.push(key);
    }
  }
};
