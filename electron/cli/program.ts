import { Command, CommanderError, Help } from 'commander';
import { errorText } from '#base/error-text.ts';
import { keepToOwner } from '#base/own-process.ts';
import { packageVersion } from '#base/package-root.ts';
import { systemProblem } from '#base/system-problem.ts';
import { CatalogueError } from '#contract/errors.ts';
import { StartError } from '#local/start-error.ts';
import { painted } from './colors.ts';
import { CommandError } from './command-error.ts';
import { endWithLauncher } from './end-with-launcher.ts';
import { refuseEmptyPaths, withExamples } from './options.ts';
import { outliveReaders, printJson, remark } from './output.ts';

/** Every command, by the heading that help has it under and the name that it is called by. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>>;

/** A command line: that of Carryover, or that of the test kit. */
export interface ProgramOptions {
  readonly description: string;
  readonly groups: CommandGroups;
  /** Adds options that stand before any command. */
  readonly prepare?: (program: Command) => void;
  /** Command lines and what they do. */
  readonly examples: readonly (readonly [string, string])[];
}

/**
 * The commands with their options, for the command line and for the page that lists them.
 * @param only the name of the one that is called; all of them if left out
 */
export const programOf = async (
  { description, groups, examples, prepare }: ProgramOptions,
  only?: string,
): Promise<Command> => {
  const program = new Command('carryover')
    .description(description)
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp(helpStyle)
    .showHelpAfterError('(see --help)')
    // Options behind a command are its own, where the one before it has the same: `report` and `report verify`.
    .enablePositionalOptions()
    .exitOverride()
    // What was typed is quoted in its errors; it may have been pasted.
    .configureOutput({
      writeOut: (text) => void process.stdout.write(painted(text)),
      writeErr: (text) => void process.stderr.write(painted(text)),
    });
  prepare?.(program);
  withExamples(program, ...examples.map(([line, does]): [string, string] => [line, does]));
  for (const [heading, commands] of Object.entries(groups)) {
    for (const [name, load] of Object.entries(commands)) {
      if (only === undefined || name === only) addTo(program, (await load()).helpGroup(heading));
    }
  }
  return program;
};

const help = new Help();
const helpStyle: Partial<Help> = {
  subcommandTerm: (command) => help.subcommandTerm(command).replace(' [options]', ''),
  optionDescription: (option) =>
    option.mandatory ? `${help.optionDescription(option)} (required)` : help.optionDescription(option),
};

/** Arguments that many commands have. */
const argumentDescriptions: Readonly<Record<string, string>> = { case: 'name, id or id prefix' };

/** Commands throw usage errors instead of ending the process, as their parents do. */
const addTo = (parent: Command, command: Command): void => {
  if (!parent.commands.includes(command)) parent.addCommand(command);
  command.copyInheritedSettings(parent);
  refuseEmptyPaths(command);
  for (const argument of command.registeredArguments) {
    argument.description ||= argumentDescriptions[argument.name()] ?? '';
  }
  for (const child of command.commands) addTo(command, child);
};

/** The command, behind the option that stands before it and its value. */
const firstWord = (args: readonly string[]): string | undefined => {
  const [first = ''] = args;
  return first === '--desk' ? args[2] : args[first.startsWith('--desk=') ? 1 : 0];
};

/** Or none. Else the program needs all of them: to list them, or to find the one that was meant. */
const needsOnlyOne = (first: string | undefined, groups: CommandGroups): first is string =>
  first !== undefined &&
  (['-V', '--version'].includes(first) ||
    Object.values(groups).some((commands) => Object.hasOwn(commands, first)));

/** Runs the command line. Ends with the exit code 0, 1 (failed) or 2 (usage error). */
export const run = async (options: ProgramOptions, args: readonly string[]): Promise<void> => {
  keepToOwner();
  outliveReaders();
  endWithLauncher();
  try {
    const first = firstWord(args);
    const program = await programOf(options, needsOnlyOne(first, options.groups) ? first : undefined);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // The one line that `serve` writes says that it is ready.
    process.exitCode = exitCodeOf(error, args.includes('--json') && args[0] !== 'serve');
  }
};

/** With `--json` an error is JSON on stdout, too, so that a script has one thing to read. */
const exitCodeOf = (error: unknown, json: boolean): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandError) {
    remark(error.message);
    if (json) printJson({ error: error.message });
    return error.exitCode;
  }
  const expected = error instanceof StartError || error instanceof CatalogueError;
  const text = expected ? error.message : refusedBySystem(error);
  remark(text ?? unexpected(error));
  if (json) printJson({ error: text ?? errorText(error) });
  return 1;
};

/** A folder or a disk that can't be used is no fault of the program. */
const refusedBySystem = (error: unknown): string | undefined => {
  const found = systemProblem(error);
  return found && `${found.path ?? 'A file'} can't be used: ${found.problem}. ${found.advice}`;
};

/** Unexpected: the stack helps to fix it. */
const unexpected = (error: unknown): string =>
  `Carryover failed unexpectedly. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
