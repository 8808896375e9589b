import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { defaultDataDir } from '#base/data-dir.ts';

/** Options that several commands share. */

/** What `withData` and `withJson` give a command. */
export interface CommonOptions {
  readonly data: string;
  readonly json?: true;
}

export const withData = (command: Command): Command =>
  command.option('--data <dir>', 'data folder', (dir) => resolve(dir), defaultDataDir());

export const withJson = (command: Command): Command => command.option('--json', 'print JSON');

/** Examples at the end of a command's help, each with what it does. */
export const withExamples = (
  command: Command,
  ...examples: readonly (readonly [string, string])[]
): Command =>
  command.addHelpText(
    'after',
    `\nExamples:\n${examples.map(([line, what]) => `  $ carryover ${line}\n      ${what}`).join('\n')}\n`,
  );

const takesPath = /<(file|path|dir)\b/;

/** Refuses empty paths as usage errors: an empty one would name the current folder, or nothing. */
export const refuseEmptyPaths = (command: Command): void => {
  for (const option of command.options.filter(({ flags }) => takesPath.test(flags))) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      if (value === '') command.error(`error: option '${option.flags}' needs a path; its value is empty.`);
    });
  }
  for (const argument of command.registeredArguments) {
    if (argument.name() === 'file') argument.argParser(nonEmptyPath);
  }
};
const nonEmptyPath = (path: string): string => {
  if (path === '') throw new InvalidArgumentError('It needs a path.');
  return path;
};

/** A whole number in a range, for commander; a wrong one is a usage error. */
export const integer =
  (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      const range =
        maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
      throw new InvalidArgumentError(`Must be a whole number ${range}.`);
    }
    return value;
  };

export const port = integer(0, 65_535);
