import type { CaseView } from '#contract/case.ts';
import type { KeyedPage } from '#contract/common.ts';
import type { RowState, TokenRow } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { casePath } from './find-case.ts';
import { formatHeld, formatInvalid } from './format/run.ts';
import type { HttpClient } from './http-client.ts';
import { commandName, remark } from './output.ts';

/** Every row of a case, or of one state, page by page. */
export const allRows = async (
  desk: Pick<HttpClient, 'get'>,
  found: Pick<CaseView, 'id'>,
  state?: RowState,
): Promise<TokenRow[]> => {
  const all: TokenRow[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      limit: '1000',
      ...(state === undefined ? {} : { state }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = await desk.get<KeyedPage<TokenRow>>(casePath(found, `/tokens/rows?${query}`));
    all.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
};

/**
 * Says which rows are not in a run that was followed, since nobody would miss them: those that are not in order, and
 * those that are held back, for which the exit code is that of rows that were left (`runExitCodes`).
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
