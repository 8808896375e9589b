import { Command, CommanderError, Help } from 'commander';
import { errorText } from '#base/error-text.ts';
import { keepToOwner } from '#base/own-process.ts';
import { packageVersion } from '#base/package-root.ts';
import { systemProblem } from '#base/system-problem.ts';
import { CatalogueError } from '#contract/errors.ts';
import { StartError } from '#host/start-error.ts';
import { allowListCommand } from './allow-list.ts';
import { caseCommand } from './case.ts';
import { checkCommand } from './check.ts';
import { clockCommand } from './clock.ts';
import { painted } from './colors.ts';
import { CommandError } from './command-error.ts';
import { compactCommand } from './compact.ts';
import { cutoverCommand } from './cutover.ts';
import { doctorCommand } from './doctor.ts';
import { endWithLauncher } from './end-with-launcher.ts';
import { headersCommand } from './headers.ts';
import { identityCommand } from './identity.ts';
import { keysCommand } from './keys.ts';
import { listenCommand } from './listen.ts';
import { observeCommand } from './observe.ts';
import { openCommand } from './open.ts';
import { refuseEmptyPaths, withExamples } from './options.ts';
import { outliveReaders, printJson, remark } from './output.ts';
import { recipesCommand } from './recipes.ts';
import { recoveryCodeCommand } from './recovery-code.ts';
import { repairCommand } from './repair.ts';
import { reportCommand } from './report.ts';
import { requestCommand } from './request.ts';
import { resetCommand } from './reset.ts';
import { runbookCommand } from './runbook.ts';
import { sandboxCommand } from './sandbox.ts';
import { sendCommand } from './send.ts';
import { serveCommand } from './serve.ts';
import { startCommand } from './start.ts';
import { targetsCommand } from './targets.ts';
import { tokensCommand } from './tokens.ts';
import { verifyCommand } from './verify.ts';

/** Every command with its options, for the command line and for the page that lists them. */
export const createProgram = (): Command => {
  const program = new Command('carryover')
    .description('Migrate webhooks and OAuth tokens, rehearsed on a local copy of the service')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp(helpStyle)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    // What was typed is quoted in its errors; it may have been pasted.
    .configureOutput({
      writeOut: (text) => void process.stdout.write(painted(text)),
      writeErr: (text) => void process.stderr.write(painted(text)),
    });
  withExamples(
    program,
    ['serve', 'Run the local service and desk.'],
    ['listen', 'In another terminal: receive webhooks and verify signatures.'],
    ['send connection.connected', 'In a third: send an example event.'],
    ['case new acme', 'Create a case.'],
    ['check acme --source ./acme-app', 'Check whether the integrator can migrate.'],
  );
  const groups: Readonly<Record<string, readonly Command[]>> = {
    'Carryover:': [startCommand(), serveCommand(), openCommand(), repairCommand(), recoveryCodeCommand()],
    'Local service:': [
      sendCommand(),
      listenCommand(),
      clockCommand(),
      sandboxCommand(),
      keysCommand(),
      compactCommand(),
      resetCommand(),
    ],
    'Cases:': [caseCommand(), targetsCommand(), reportCommand()],
    'Webhook migration:': [
      ...[checkCommand(), observeCommand(), recipesCommand(), requestCommand()],
      ...[cutoverCommand(), headersCommand(), allowListCommand(), doctorCommand()],
    ],
    'Token migration:': [tokensCommand(), runbookCommand()],
    'Signatures:': [verifyCommand(), identityCommand()],
  };
  for (const [heading, commands] of Object.entries(groups)) {
    for (const command of commands) addTo(program, command.helpGroup(heading));
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

/** Runs the command line. Ends with the exit code 0, 1 (failed) or 2 (usage error). */
export const main = async (args: readonly string[]): Promise<void> => {
  keepToOwner();
  outliveReaders();
  endWithLauncher();
  try {
    await createProgram().parseAsync(args, { from: 'user' });
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
