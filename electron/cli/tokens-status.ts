import { type Command, Option } from 'commander';
import type { CaseView } from '#contract/case.ts';
import { type ShownRowState, shownRowStates } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { followRun, showRun } from './follow-run.ts';
import { formatResume, formatRun, formatStanding, rowTable, runExitCodes, runTable } from './format/run.ts';
import type { HttpClient } from './http-client.ts';
import { allRows } from './left-out.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { commandName, print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly follow?: true;
  readonly rows?: ShownRowState | true;
  readonly run?: string;
}

/** `carryover tokens status`: how far the migration of a case is, and what failed. */
export const tokensStatusCommand = (): Command => {
  const command = commandOnCase('status', 'Show progress and failures of a run')
    .option('--follow', 'follow until it ends; Ctrl+C stops following only')
    .addOption(
      new Option('--rows [state]', 'show rows, optionally of one state')
        .choices(shownRowStates)
        .conflicts(['follow', 'run']),
    )
    .option('--run <id>', 'id prefix of an earlier run (default: the latest)')
    .action(status);
  withExitCodes(withJson(withData(command)), runExitCodes, ' with --follow');
  return withExamples(
    command,
    ['tokens status acme', 'Rows by state and all runs.'],
    ['tokens status acme --follow', 'Follow from a second terminal.'],
    ['tokens status acme --rows failed', 'Failed rows with reasons.'],
  );
};

const status = onCase(async ({ desk, found }, options: Options) => {
  if (options.rows !== undefined) return showRows(desk, found, options);
  const { results } = await desk.get<{ results: Run[] }>(casePath(found, '/tokens/runs'));
  const run = chooseRun(results, options.run);
  if (options.follow && run?.state === 'running') {
    const last = await followRun({ desk, found, run, onStop: 'leave', quiet: options.json ?? false });
    if (last.state !== 'running') return showRun(last, found, options);
    return show(last, results, found, options);
  }
  // How the case stands comes first: a run tells of its own rows alone.
  if (!options.json && options.run === undefined) print(`${formatStanding(await allRows(desk, found))}\n`);
  show(run, results, found, options);
});

const show = (
  run: Run | undefined,
  runs: readonly Run[],
  { name }: CaseView,
  { json, run: wanted }: Options,
): void => {
  if (json || run === undefined) {
    if (json) printJson(run ?? null);
    else remark('No runs.');
    return;
  }
  const others = runs.filter(({ id }) => id !== run.id);
  const before = wanted === undefined && others.length > 0 ? [runTable(others)] : [];
  print([formatRun(run), ...before].join('\n\n'));
  if (run.state === 'paused' || run.state === 'interrupted') remark(formatResume(name, commandName()));
};

/** @throws CommandError 2 if none is meant, or several could be */
const chooseRun = (runs: readonly Run[], wanted: string | undefined): Run | undefined => {
  if (wanted === undefined) return runs[0];
  const found = runs.filter(({ id }) => id.startsWith(wanted.toLowerCase()));
  const [first, ...others] = found;
  if (first === undefined) throw new CommandError(`The case has no run ${wanted}.`, 2);
  if (others.length === 0) return first;
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandError(`Several runs begin with ${wanted}: ${ids}. Give more of the id.`, 2);
};

const showRows = async (desk: HttpClient, found: CaseView, { rows, json }: Options): Promise<void> => {
  const results = await allRows(desk, found, rows === true ? undefined : rows);
  if (json) return printJson({ results });
  if (results.length === 0) return remark('No rows in this state.');
  print(rowTable(results));
};
