import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import { formatCount, formatDuration, formatInstant } from '#contract/format.ts';
import { formatRunState, goneThrough, runKindLabels } from '#contract/run-labels.ts';
import { shellWord } from '#contract/shell.ts';
import { type Cause, causeLabels } from '#contract/token-causes.ts';
import type { ShownRowState, TokenRow, TokenRowCounts } from '#contract/token-rows.ts';
import type { DryRun, Run, UndoPlan } from '#contract/token-runs.ts';
import { shortened, wrapped } from './layout.ts';

/** Runs of a token migration as a person reads them. */

/** More of one kind are counted. */
const shownDuplicates = 20;
const shownLeftOut = 20;

/** Exit codes of the commands that follow a run, for their help. */
export const runExitCodes = {
  0: 'all rows done',
  3: 'rows failed, held or remaining',
  4: 'paused',
  5: 'done, with duplicates to decide about',
};

/** The target has something twice, and nobody has decided about it yet. */
export const duplicatesOpenCode = 5;

/** What a run came to, as an exit code. */
export const runExitCode = (run: Run): number => {
  if (run.state === 'paused' || run.state === 'interrupted') return 4;
  if (run.decision?.state === 'open') return duplicatesOpenCode;
  return goneThrough(run) === run.counts.rows && heldOf(run) === 0 ? 0 : 3;
};

/** Rows that are held and not in it. */
const heldOf = ({ heldCauses = {} }: Pick<Run, 'heldCauses'>): number =>
  Object.values(heldCauses).reduce((sum, count) => sum + count, 0);

/** Rows of which nobody knows the end yet, and nothing is under way. */
const leftOf = (run: Run): number =>
  run.counts.rows - goneThrough(run) - run.counts.failed - run.counts.syncing;

/** `1200 of 10000 done, 4 failed, 30 syncing; 830 a minute, about 10 min left` */
export const progressLine = (run: Run): string => {
  const { counts, perMinute, leftMs } = run;
  const parts = [
    `${goneThrough(run)} of ${counts.rows} ${run.kind === 'undo' ? 'undone' : 'done'}`,
    ...(counts.failed === 0 ? [] : [`${counts.failed} failed`]),
    ...(counts.syncing === 0 ? [] : [`${counts.syncing} syncing`]),
    ...(run.state === 'running' || leftOf(run) === 0 ? [] : [`${leftOf(run)} left`]),
  ];
  const pace = [
    ...(perMinute === undefined ? [] : [`${Math.round(perMinute)} a minute`]),
    ...(leftMs === undefined ? [] : [`about ${formatDuration(roughly(leftMs))} left`]),
  ];
  return [parts.join(', '), ...(pace.length === 0 ? [] : [pace.join(', ')])].join('; ');
};

/** Nobody needs the seconds of an estimate of hours. ms in and out. */
const roughly = (ms: number): number => {
  const step = ms >= 600_000 ? 60_000 : 1000;
  return Math.max(step, Math.round(ms / step) * step);
};

/** Kind, state, where, by whom and since when, in one line. */
export const runHeadline = (run: Run): string => {
  const ended = run.ended === undefined ? '' : `, ended ${formatInstant(run.ended)}`;
  const by = `by ${oneLine(run.by)}, started ${formatInstant(run.started)}${ended}`;
  return `${runKindLabels[run.kind]} ${run.id.slice(0, 8)} on "${oneLine(run.targetName)}" ${by}: ${formatRunState(run)}`;
};

/** What a run came to: rows by state, failures by cause with what to do and who does it, and what else to know. */
export const formatRun = (run: Run): string =>
  [
    [runHeadline(run), progressLine(run), ...formatRehearsalTime(run), ...formatLinked(run)].join('\n'),
    ...formatFailure(run),
    ...formatHeldCause(run),
    ...formatDuplicate(run),
    ...(run.remark === undefined ? [] : [oneLine(run.remark)]),
  ].join('\n\n');

/** Next to rows that took hours, how long it took here would look wrong. */
const formatRehearsalTime = ({ kind, started, ended }: Run): string[] => {
  if (kind !== 'rehearsal' || ended === undefined) return [];
  const took = formatDuration(Math.max(0, Date.parse(ended) - Date.parse(started)));
  return [`Real duration ${took}; durations of its rows are in virtual time.`];
};

const formatLinked = ({ alreadyLinked = 0 }: Run): string[] => {
  if (alreadyLinked === 0) return [];
  const rows = formatCount(alreadyLinked, 'done row');
  return [`${rows} already linked: the imported credentials were not sent (see tokens status --rows done).`];
};

const formatFailure = ({ failures }: Run): string[] => {
  const rows = causeRows(failures);
  return rows.length === 0 ? [] : [columns([['ROWS', 'FAILED', 'WHO', 'NEXT STEP'], ...rows])];
};

/** Held rows by cause, with what to do and who does it. */
const formatHeldCause = ({ heldCauses = {} }: Pick<Run, 'heldCauses'>): string[] => {
  const rows = causeRows(heldCauses);
  return rows.length === 0 ? [] : [columns([['ROWS', 'HELD', 'WHO', 'NEXT STEP'], ...rows])];
};

const causeRows = (counts: Readonly<Record<string, number>>): string[][] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([cause, count]) => {
      const words = causeLabels[cause as Cause];
      return [String(count), words.title, words.responsible, words.action];
    });

const formatDuplicate = ({ duplicates, decision }: Pick<Run, 'duplicates' | 'decision'>): string[] => {
  if (duplicates.length === 0) return [];
  const lines = duplicates.slice(0, shownDuplicates).map(({ ref, what, platformKey, used, others }) => {
    const of = platformKey === undefined ? '' : ` to ${platformKey}`;
    const kept = used === undefined ? '' : `used ${used}, `;
    return `  ${oneLine(ref)}: ${what}${of}: ${kept}also ${others.join(', ')}`;
  });
  const more = duplicates.length - lines.length;
  const rest = more > 0 ? [`  and ${more} more; --json shows them`] : [];
  return [
    [
      decision === undefined || decision.state === 'open'
        ? 'Duplicates on the target:'
        : `Duplicates on the target (decision: ${decision.state}):`,
      ...lines,
      ...rest,
      ...(decision?.state === 'open' ? ['Decide with `tokens duplicates`.'] : []),
    ].join('\n'),
  ];
};

/** @param command how the command line is called here */
export const formatResults = (run: Run, caseName: string, command: string): string => {
  const name = caseArgument(caseName);
  const failed =
    run.counts.failed === 0
      ? []
      : [
          `Failed rows and reasons: ${command} tokens status ${name} --rows failed`,
          `Retry failed rows: ${command} tokens retry ${name}`,
        ];
  return [`Results by company: ${command} report ${name} --kind tokens`, ...failed].join('\n');
};

/** Rows that no run takes up, as they are not in order. */
export const formatInvalid = (caseName: string, command: string): string =>
  `Invalid rows were skipped: ${command} tokens status ${caseArgument(caseName)} --rows invalid`;

/** Rows that a run skipped because they are held. */
export const formatHeld = (
  held: readonly Pick<TokenRow, 'ref' | 'held'>[],
  caseName: string,
  command: string,
): string => {
  const [first] = held;
  const count = formatCount(held.length, 'row');
  const example = `${oneLine(first?.ref ?? '')}: ${oneLine(first?.held ?? '')}`;
  return `${count} held${held.length === 1 ? '. ' : ', such as '}${example}\nAll with reasons: ${command} tokens status ${caseArgument(caseName)} --rows ready`;
};

/** The command that resumes the run. */
export const formatResume = (caseName: string, command: string): string =>
  `Resume with: ${command} tokens resume ${caseArgument(caseName)}`;

/** A case's name as an argument of a command to paste. */
export const caseArgument = (name: string): string => shellWord(oneLine(name));

export const formatDryRun = ({ rows, calls, leftOut, leftOutCount, remark, ...held }: DryRun): string => {
  const count = `${formatCount(rows, 'row')} would be migrated.`;
  const head = remark === undefined ? count : `${count}\n${oneLine(remark)}`;
  const table = [...formatHeldCause(held), ...callTable(calls)];
  if (leftOutCount === 0) return [head, ...table].join('\n\n');
  const shown = leftOut.slice(0, shownLeftOut);
  const lines = shown.map(({ line, ref, why }) =>
    oneLine(`  line ${line}${ref === undefined ? '' : ` (${ref})`}: ${why}`),
  );
  const more = leftOutCount - shown.length;
  const rest = more > 0 ? [`  and ${more} more`] : [];
  return [head, ...table, ['Skipped, or would fail:', ...lines, ...rest].join('\n')].join('\n\n');
};

export const formatUndoPlan = ({ rows, calls, notUndone }: UndoPlan): string => {
  const head = `${formatCount(rows, 'row')} would be undone.`;
  const lines = notUndone.map((what) => `  ${oneLine(what)}`);
  const rest = lines.length === 0 ? [] : [["Can't be undone:", ...lines].join('\n')];
  return [head, ...callTable(calls), ...rest].join('\n\n');
};

const callTable = (calls: DryRun['calls']): string[] =>
  calls.length === 0
    ? []
    : [
        columns([
          ['COUNT', 'CALL', 'WHY'],
          ...calls.map(({ call, count, why }) => [String(count), oneLine(call), oneLine(why)]),
        ]),
      ];

export const runTable = (runs: readonly Run[]): string =>
  columns([
    ['RUN', 'KIND', 'TARGET', 'STATE', 'ROWS', 'DONE', 'FAILED', 'STARTED', 'BY'],
    ...runs.map((run) => [
      run.id.slice(0, 8),
      run.kind,
      oneLine(run.targetName),
      formatRunState(run),
      String(run.counts.rows),
      String(goneThrough(run)),
      String(run.counts.failed),
      formatInstant(run.started),
      oneLine(run.by),
    ]),
  ]);

/** A line a row, within 80 columns as far as refs let it, and below each why it is where it is. */
export const rowTable = (rows: readonly TokenRow[]): string => {
  const [head, ...lines] = columns([
    ['LINE', 'REF', 'NAME', 'PLATFORM', 'STATE', 'COMPANY', 'CONN'],
    ...rows.map((row) => [
      String(row.line),
      oneLine(row.ref ?? '–'),
      shortened(oneLine(row.name ?? '–'), 18),
      oneLine(row.platformKey ?? '–'),
      row.state === 'failed' || row.state === 'invalid' ? colors.red(row.state) : row.state,
      row.companyId?.slice(0, 8) ?? '–',
      row.connectionId?.slice(0, 8) ?? '–',
    ]),
  ]).split('\n');
  return [
    head,
    ...rows.flatMap((row, at) => [
      lines[at],
      ...wrapped(oneLine(formatWhy(row)), 74).map((why) => `      ${why}`),
    ]),
  ].join('\n');
};

/** In the order in which they are counted. */
const statesInOrder: readonly ShownRowState[] = [
  'done',
  'failed',
  'syncing',
  'running',
  'ready',
  'undone',
  'invalid',
  'excluded',
];

/** ` (2: credentials can't be opened)` */
const heldFor = (rows: readonly Pick<TokenRow, 'heldCause'>[]): string => {
  const causes = Map.groupBy(rows, ({ heldCause }) => heldCause);
  const words = [...causes].flatMap(([cause, those]) =>
    cause === undefined ? [] : [`${those.length}: ${causeLabels[cause].title.toLowerCase()}`],
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
};

/** The rows of a case by state: `12 rows: 8 done, 2 failed, 1 held, 1 invalid` */
export const formatStanding = (rows: readonly Pick<TokenRow, 'state' | 'held' | 'heldCause'>[]): string => {
  if (rows.length === 0) return 'No rows imported.';
  const countOf = (wanted: ShownRowState): number =>
    rows.filter(({ state, held }) => state === wanted && held === undefined).length;
  const held = rows.filter((row) => row.held !== undefined).length;
  return formatStates(rows.length, countOf, held, heldFor(rows));
};

/** The same, of counts. */
export const formatCounts = ({ rows, states, held }: TokenRowCounts): string =>
  formatStates(rows, (state) => (states[state] ?? 0) - (state === 'ready' ? held : 0), held);

/** @param countOf rows of a state that are not held */
const formatStates = (
  rows: number,
  countOf: (state: ShownRowState) => number,
  held: number,
  why = '',
): string => {
  const counts = statesInOrder.flatMap((state) => {
    const count = countOf(state);
    return [
      ...(count > 0 ? [`${count} ${state}`] : []),
      ...(state === 'ready' && held > 0 ? [`${held} held${why}`] : []),
    ];
  });
  return `${formatCount(rows, 'row')}: ${counts.join(', ')}`;
};

const formatWhy = ({ excluded, failure, problems = [], held, note }: TokenRow): string => {
  if (excluded !== undefined) return `Excluded by ${excluded.by}: ${excluded.reason}`;
  if (failure !== undefined)
    return `${causeLabels[failure.cause].title}, at ${failure.step}: ${failure.message}`;
  if (problems.length > 0) return problems.map(({ message }) => message).join(' ');
  return held ?? note ?? '';
};
