import type { CaseView } from '#contract/case.ts';
import type { KeyedPage } from '#contract/common.ts';
import type { ShownRowState, TokenRow } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { casePath } from './find-case.ts';
import { formatHeld, formatInvalid } from './format/run.ts';
import type { HttpClient } from './http-client.ts';
import { commandName, remark } from './output.ts';
import { queryOf } from './query.ts';

/** Every item of a list, page by page. */
export const allPages = async <T>(
  desk: Pick<HttpClient, 'get'>,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<T[]> => {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const asked = queryOf({ ...query, cursor });
    const page = await desk.get<KeyedPage<T>>(`${path}?${asked}`);
    all.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
};

/** Every row of a case, or of one state. */
export const allRows = (
  desk: Pick<HttpClient, 'get'>,
  found: Pick<CaseView, 'id'>,
  state?: ShownRowState,
): Promise<TokenRow[]> =>
  allPages(desk, casePath(found, '/tokens/rows'), {
    limit: '1000',
    ...(state === undefined ? {} : { state }),
  });

/**
 * Says which rows are not in a run that was followed: invalid ones, and held ones, which give the exit code of rows that
 * were left (`runExitCodes`).
 */
export const remarkOnLeftOut = async (
  desk: Pick<HttpClient, 'get'>,
  found: Pick<CaseView, 'id' | 'name'>,
  run: Run,
  quiet: boolean,
): Promise<void> => {
  if (run.kind === 'undo') return;
  const say = (words: string): void => (quiet ? undefined : remark(words));
  const { results } = await desk.get<KeyedPage<TokenRow>>(
    casePath(found, '/tokens/rows?state=invalid&limit=1'),
  );
  if (results.length > 0) say(formatInvalid(found.name, commandName()));
  if (run.kind !== 'run' || run.state !== 'done') return;
  const wanted = run.options.refs === undefined ? undefined : new Set(run.options.refs);
  const held = (await allRows(desk, found, 'ready')).filter(
    (row) => row.held !== undefined && (wanted?.has(row.ref ?? '') ?? true),
  );
  if (held.length === 0) return;
  say(formatHeld(held, found.name, commandName()));
  if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = 3;
};
