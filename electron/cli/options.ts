import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { defaultDataDir } from '#base/data-dir.ts';

/** Options that several commands share. */

/** What `withData` and `withJson` give a command. */
export interface CommonOptions {
  readonly data: string;
  readonly json?: true;
}

/** Of `--by`: where nobody is named, whoever runs the command decides. */
export const asYou = '(default: you)';

export const withData = (command: Command): Command =>
  command.option('--data <dir>', 'data folder', (dir) => resolve(dir), defaultDataDir());

export const withJson = (command: Command): Command => command.option('--json', 'print JSON');

const commonExitCodes = { 1: 'failed', 2: 'usage error' };

/** Of commands that verify signatures. */
export const signatureExitCodes = { 0: 'verified', 3: 'damaged', 4: 'unsigned, or signed by an unknown key' };

/** Exit codes at the end of a command's help. */
export const withExitCodes = (
  command: Command,
  meanings: Readonly<Record<number, string>>,
  when = '',
): Command =>
  command.addHelpText(
    'after',
    `\nExit codes${when}:\n${Object.entries({ ...commonExitCodes, ...meanings })
      .map(([code, meaning]) => `  ${code}  ${meaning}`)
      .join('\n')}`,
  );

/** Examples at the end of a command's help, each with what it does. */
export const withExamples = (
  command: Command,
  ...examples: readonly (readonly [string, string])[]
): Command =>
  command.addHelpText(
    'after',
    `\nExamples:\n${examples.map(([line, what]) => `  $ carryover ${line}\n      ${what}`).join('\n')}`,
  );

const takesPath = /<(file|path|dir|folder)\b/;

/** Refuses empty paths as usage errors: an empty one would name the current folder, or nothing. */
export const refuseEmptyPaths = (command: Command): void => {
  for (const option of command.options.filter(({ flags }) => takesPath.test(flags))) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      if (value === '') command.error(`error: option '${option.flags}' needs a path; its value is empty.`);
    });
  }
  for (const argument of command.registeredArguments) {
    if (argument.name() !== 'file') continue;
    if (argument.variadic) argument.argParser(nonEmptyPaths);
    else argument.argParser(nonEmptyPath);
  }
};
const nonEmptyPath = (path: string): string => {
  if (path === '') throw new InvalidArgumentError('It needs a path.');
  return path;
};

const nonEmptyPaths = (path: string, before: readonly string[] = []): string[] => [
  ...before,
  nonEmptyPath(path),
];

/**
 * A whole number in a range, for commander; a wrong one is a usage error.
 * @param why the range is that, in words that follow a colon
 */
export const integer =
  (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER, why?: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      const range =
        maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
      throw new InvalidArgumentError(
        `Must be a whole number ${range}${why === undefined ? '' : `: ${why}`}.`,
      );
    }
    return value;
  };

export const port = integer(0, 65_535);
