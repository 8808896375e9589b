import type { Argument, Command, Option } from 'commander';
import { createProgram } from '#cli/index.ts';
import { createKitProgram } from '#kit-cli/index.ts';
import { code, pageOf, plain, table } from './markdown.ts';

const introduction = `\`npm run -s carryover -- COMMAND\`, \`npx carryover COMMAND\`, or the installed app with a command.

A command uses the host that runs on the data folder (\`--data\`), or starts one and stops it. Data goes to stdout, everything else to stderr; \`--json\` prints JSON. Secrets are never arguments: they come from a file, the environment or a pipe.

## Exit codes

${table(
  ['code', 'meaning'],
  [
    ['0', 'success: done, eligible, allowed, verified'],
    ['1', 'failed'],
    ['2', 'usage error'],
    ['3', 'negative result: blocked, denied, damaged, rows failed'],
    ['4', 'open result: undetermined, mentions to review, paused, unknown signer'],
    ['5', 'done, with duplicates to decide about'],
  ],
)}

3 to 5 are used by \`check\`, \`case review\`, \`cutover\`, \`request grant\`, \`request verify\`, \`doctor\`, \`verify\`, \`allow-list\`, \`identity verify-file\` and \`tokens\`.`;

const kitIntroduction = `\`npx carryover COMMAND\`, with the [test kit](../guides/test-kit.md) installed. The app's commands are in [Commands](commands.md).

Commands under *Service* work with one of these, in this order:

1. \`--data FOLDER\`: the service of that folder. Where none runs, the command starts one and stops it.
2. \`CARRYOVER_CONTROL_URL\` and \`CARRYOVER_CONTROL_TOKEN\`: the service of \`exec\` around the command, or one whose lines \`serve\` printed.

A running \`serve --data\` leaves its address in \`control.json\` in the folder, for its owner alone. It is trusted only while that process holds the folder and proves that it wrote the file, so one that a kill left behind is not called.

Data goes to stdout, everything else to stderr; \`--json\` prints JSON. Exit codes: 0 success, 1 failed, 2 usage error; \`exec\` ends as its command does, and \`compare\` has more.`;

/** Where a default depends on the machine. */
const defaults: Readonly<Record<string, string>> = { '--data': "the platform's data folder" };

const optionRow = (option: Option): string[] => {
  const choices = option.argChoices === undefined ? '' : ` One of ${option.argChoices.map(code).join(', ')}.`;
  const known = option.defaultValue === undefined ? undefined : defaults[option.long ?? ''];
  const shown = option.defaultValueDescription ?? known ?? option.defaultValue;
  const isShown = shown !== undefined && shown !== false && !(Array.isArray(shown) && shown.length === 0);
  return [code(option.flags), plain(option.description) + choices, isShown ? plain(String(shown)) : ''];
};

const argumentRow = (argument: Argument): string[] => [
  code(argument.name()),
  plain(argument.description),
  argument.defaultValue === undefined ? '' : plain(String(argument.defaultValue)),
];

/** What is added after the generated help: exit codes, examples, topics. */
const addedHelp = (command: Command): string => {
  let written = '';
  command.configureOutput({ writeOut: (text) => (written += text), getOutHelpWidth: () => 110 });
  command.outputHelp();
  return written.slice(command.helpInformation().length).trim();
};

const section = (command: Command, parents: readonly string[]): string[] => {
  const path = [...parents, command.name()];
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
  const rows = [...help.visibleArguments(command).map(argumentRow), ...options.map(optionRow)];
  const added = addedHelp(command);
  return [
    `${'#'.repeat(path.length + 1)} ${path.join(' ')}`,
    plain(command.description()),
    ...(children.length > 0
      ? []
      : [
          `\`\`\`\ncarryover ${[
            ...parents,
            help
              .commandUsage(command)
              .split(' ')
              .slice(parents.length + 1)
              .join(' '),
          ].join(' ')}\n\`\`\``,
        ]),
    ...(children.length > 0 || rows.length === 0 ? [] : [table(['', '', 'default'], rows)]),
    ...(added === '' ? [] : [`\`\`\`\n${added}\n\`\`\``]),
    ...children.flatMap((child) => section(child, path)),
  ];
};

/** Every command with its arguments, options and examples. */
export const commandsPage = async (): Promise<string> =>
  pageOfCommands('Commands', introduction, await createProgram());

export const kitCommandsPage = async (): Promise<string> =>
  pageOfCommands('Commands of the test kit', kitIntroduction, await createKitProgram());

const pageOfCommands = (title: string, about: string, program: Command): string => {
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
  return pageOf(
    title,
    about,
    '## All commands',
    table(
      ['command', 'does'],
      commands.map((command) => [`[${command.name()}](#${command.name()})`, plain(command.description())]),
    ),
    ...commands.flatMap((command) => section(command, [])),
  );
};
