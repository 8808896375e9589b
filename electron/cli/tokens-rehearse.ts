import { type Command, InvalidArgumentError } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import { formatCount } from '#contract/format.ts';
import { tokenBehaviours } from '#contract/sandbox.ts';
import { type Cause, causeLabels } from '#contract/token-causes.ts';
import type { RehearsalOutcome, RehearsalRequest, Run } from '#contract/token-runs.ts';
import { casePath } from './find-case.ts';
import { followRun } from './follow-run.ts';
import { runHeadline } from './format/run.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { integer, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import { runOptionsOf, type StartOptions, syncWithin, withRowOptions } from './run-options.ts';

interface Options extends StartOptions {
  readonly behaviour?: Readonly<Record<string, number>>;
  readonly again?: string;
  readonly seed?: number;
}

/** `carryover tokens rehearse`: the run, on a temporary instance of the service. */
export const tokensRehearseCommand = (): Command => {
  const command = commandOnCase('rehearse', 'Rehearse a run on a temporary instance of the service').option(
    '--behaviour <name=rows...>',
    `number of rows by token behaviour (others are good): ${tokenBehaviours.join(', ')}`,
    addBehaviour,
  );
  withRowOptions(command)
    .option('--again <duration>', 'sync again after this virtual time, such as 1d', syncWithin)
    .option('--seed <n>', 'seed of simulated data (default: 1)', integer(0, 2_147_483_647))
    .option('--concurrency <n>', "concurrent calls (default: the target's limit)", integer(1, 100))
    .option('--sync-within <duration>', 'timeout of a sync, such as 2h (default: 24h)', syncWithin)
    .action(rehearse);
  withExitCodes(withJson(withData(command)), { 0: 'finished, with any results', 3: 'cancelled' });
  return withExamples(
    command,
    ['tokens rehearse acme', 'All rows with good tokens.'],
    ['tokens rehearse acme --behaviour revoked=3 slow=10', 'Simulate revoked and slow tokens.'],
    [
      'tokens rehearse acme --behaviour used-by-old-application=5 --again 1d',
      'Simulate an old application that still syncs.',
    ],
  );
};

const addBehaviour = (text: string, before: Options['behaviour'] = {}): Options['behaviour'] => {
  const [, name = '', rows = ''] = /^([a-z-]+)=(\d{1,6})$/.exec(text) ?? [];
  if (!(tokenBehaviours as readonly string[]).includes(name)) {
    throw new InvalidArgumentError(
      `Must be a behaviour and a number of rows, such as revoked=3. Behaviours are ${tokenBehaviours.join(', ')}.`,
    );
  }
  return { ...before, [name]: Number(rows) };
};

const rehearse = onCase(async ({ desk, found }, options: Options) => {
  const { json } = options;
  const begun = await desk.post<Run>(casePath(found, '/tokens/rehearsals'), requestOf(options));
  if (!json) {
    const rows = formatCount(begun.counts.rows, 'row');
    remark(`${rows} on a temporary instance of the service.`);
  }
  const run = await followRun({ desk, found, run: begun, onStop: 'cancel', quiet: json ?? false });
  if (run.state !== 'done') process.exitCode = 3;
  const outcome = await desk.get<RehearsalOutcome>(casePath(found, `/tokens/rehearsals/${run.id}`));
  if (json) return printJson({ run, outcome });
  print(formatOutcome(run, outcome));
});

const requestOf = (options: Options): RehearsalRequest => {
  const { behaviour, again, seed } = options;
  return { ...runOptionsOf(options), mix: behaviour, again, seed };
};

/** How the rows of each behaviour ended, and what to know. */
export const formatOutcome = (run: Run, { behaviours }: RehearsalOutcome): string => {
  const rows = behaviours.map(({ behaviour, rows: all, done, failed, left }) => {
    const failures = Object.entries(failed).map(
      ([cause, count]) => `${count} ${causeLabels[cause as Cause].title.toLowerCase()}`,
    );
    return [
      behaviour,
      String(all),
      String(done),
      failures.join(', ') || '-',
      left === 0 ? '' : `${left} left`,
    ];
  });
  const table = columns([['TOKENS', 'ROWS', 'DONE', 'FAILED', ''], ...rows]);
  return [runHeadline(run), table, ...(run.remark === undefined ? [] : [oneLine(run.remark)])].join('\n\n');
};
