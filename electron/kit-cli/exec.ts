import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { withExamples } from '#cli/options.ts';
import { remark } from '#cli/output.ts';
import { secretFrom } from '#cli/secret-input.ts';
import { openKit } from '#kit/index.ts';
import { environmentOf } from '#testing/environment.ts';
import { connect } from '#testing/service.ts';
import { writeJunit } from './junit.ts';
import {
  type KitCommandOptions,
  kitOptionsOf,
  restoreSnapshot,
  snapshotFile,
  withKitOptions,
} from './kit-options.ts';
import { type Observation, type ObservationKind, observationKinds, observe } from './observations.ts';
import { type CommandEnd, endAs, runCommand } from './run-command.ts';
import { createRunRecord } from './run-record.ts';

interface Options extends KitCommandOptions {
  readonly report?: string;
  readonly failOn?: readonly ObservationKind[];
}

/** Deliveries in flight end with the suite. */
const drainMs = 0;

/** `carryover exec`: runs a command, such as a test suite, with a service of its own. */
export const execCommand = (): Command => {
  const exec = withKitOptions(
    new Command('exec'),
    new Option('--clock <mode>', 'clock of the service').default('virtual'),
  )
    .description('Start a service, run a command with it, stop it, and end as the command did')
    .option('--data <folder>', 'folder whose saved state --snapshot names; it is read, not changed', toPath)
    .argument('<command...>', 'command with its arguments, after --')
    .addOption(
      new Option('--report <file>', 'JUnit file with what the service saw, evidence for carryover check'),
    )
    .addOption(
      new Option(
        '--fail-on <kinds>',
        `fail on what the service saw: ${observationKinds.join(', ')}`,
      ).argParser(parseKinds),
    )
    .passThroughOptions()
    .action(execute);
  exec.addHelpText(
    'after',
    '\nThe command finds the service by CARRYOVER_API_URL, CARRYOVER_API_KEY, CARRYOVER_CONTROL_URL and CARRYOVER_CONTROL_TOKEN.',
  );
  return withExamples(
    exec,
    ['exec -- npm test', 'A suite in JavaScript.'],
    ['exec --clock skipping --seed 7 -- python -m unittest', 'Any other language.'],
    ['exec --snapshot base --data ./service -- npm test', 'From a saved state of a folder.'],
    [
      'exec --report exec.xml --fail-on alerts,undelivered -- npm test',
      'Fail on calls of the alerts endpoints.',
    ],
  );
};

/** The folder would be taken for the one that the service works on. */
const refuseDataAlone = ({ data, snapshot }: Options): void => {
  if (data === undefined || snapshot !== undefined) return;
  throw new CommandError(
    'The service of exec is its own, and --data only says where the state of --snapshot is. Add --snapshot NAME, or leave --data out. To work on a folder, use `carryover serve --data`.',
    2,
  );
};

const toPath = (path: string): string => resolve(path);

const parseKinds = (text: string): ObservationKind[] =>
  text.split(',').map((name) => {
    const kind = observationKinds.find((one) => one === name.trim());
    if (kind !== undefined) return kind;
    throw new CommandError(
      `--fail-on knows ${observationKinds.join(', ')}, not "${name.trim()}". Separate several by commas.`,
      2,
    );
  });

const execute = async (command: readonly string[], options: Options): Promise<void> => {
  const { end, isFailed } = await runWithService(command, options);
  // Last of all: by its signal, this process ends at once.
  endAs(end, isFailed);
};

const runWithService = async (
  command: readonly string[],
  options: Options,
): Promise<{ end: CommandEnd; isFailed: boolean }> => {
  const apiKey = await secretFrom({ file: options.apiKeyFile, env: undefined }, 'API key');
  refuseDataAlone(options);
  const snapshot = snapshotFile(options);
  const { report, failOn = [], clock = 'virtual' } = options;
  const record = createRunRecord({ command, clock, fromState: snapshot !== undefined });
  const writeReport = async (observations?: readonly Observation[]): Promise<void> => {
    if (report === undefined) return;
    await writeJunit(report, { failOn, report: record.report(), ...(observations && { observations }) });
  };
  // Before anything else: a run that is killed leaves no report of an earlier one.
  await writeReport();
  const kit = await openKit({
    ...kitOptionsOf(options, apiKey),
    ...(options.data === undefined ? {} : { keyOf: options.data }),
    opened: record.watch,
  });
  const { stop, ...address } = kit;
  const service = await connect(address);
  const stopAll = async (): Promise<void> => {
    await service.stop();
    await stop(drainMs);
  };
  try {
    await restoreSnapshot(service, snapshot, options);
    await record.begin(service);
    const end = await runCommand(command, environmentOf(address));
    const observations = await observe(service);
    await record.end(end, service);
    await stopAll();
    await writeReport(observations);
    const failed = observations.filter(({ kind, found }) => found.length > 0 && failOn.includes(kind));
    for (const one of failed) remark(summaryOf(one));
    return { end, isFailed: failed.length > 0 };
  } finally {
    await stopAll();
  }
};

const told = 5;

const summaryOf = ({ failed, found }: Observation): string => {
  const more = found.length > told ? `; and ${found.length - told} more` : '';
  return `${failed}: ${found.slice(0, told).join('; ')}${more}`.replace(/\.?$/, '.');
};
