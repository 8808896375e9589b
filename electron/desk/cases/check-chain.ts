import type { ChainCheck } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type EntryRow, type HeadRow, readEntries, readHead } from '#desk/store/case-chain.ts';
import { readAttachments } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { chainStart, digestsOf, linkAfter, sealHead } from './chain.ts';
import { contentProblems } from './check-contents.ts';
import { importsOf } from './imports.ts';

type Problems = ChainCheck['problems'];

/**
 * Looks through a case's whole chain: every change, removal, reordering or recomputation shows.
 * @param expect a digest that was written down earlier: also shows what somebody with the key did, and that the whole
 *   database was put back to an older state
 * @throws CatalogueError `case.notFound`
 */
export const checkChain = async (
  context: DeskContext,
  caseId: string,
  expect?: string,
): Promise<ChainCheck> => {
  const { head, rows, files } = await context.store.read(async (reader) => ({
    head: await readHead(reader, caseId),
    rows: await readEntries(reader, caseId, 0),
    files: await readAttachments(reader, caseId),
  }));
  if (head === undefined && rows.length === 0) {
    throw new CatalogueError('case.notFound', { reference: caseId });
  }
  const digests = digestsOf(caseId, rows);
  const problems = [
    ...orderProblems(rows),
    ...codeProblems(context, caseId, rows),
    ...headProblems(context, caseId, rows, head, digests.at(-1) ?? ''),
    ...expectedProblems(digests, expect),
  ];
  if (problems.length === 0 && head !== undefined) {
    problems.push(...contentProblems(context, head, rows, files));
  }
  return {
    caseId,
    entries: rows.length,
    digest: digests.at(-1) ?? '',
    whole: problems.length === 0,
    problems,
    imported: head === undefined ? [] : importsOf(head),
  };
};

const orderProblems = (rows: readonly EntryRow[]): Problems => {
  const problems: Problems = [];
  let before = 0;
  for (const { seq } of rows) {
    if (seq !== before + 1) problems.push({ seq: before + 1, what: missing(before + 1, seq - 1) });
    before = seq;
  }
  return problems;
};

const missing = (from: number, to: number): string =>
  from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;

/** Each entry is held against the code that stands before it, so that one change is told once. */
const codeProblems = (context: DeskContext, caseId: string, rows: readonly EntryRow[]): Problems => {
  let code = chainStart.code;
  const problems: Problems = [];
  for (const row of rows) {
    const link = linkAfter({ code, digest: '' }, caseId, row, context.authenticate);
    if (link.code !== row.code) {
      problems.push({
        seq: row.seq,
        what: `Entry ${row.seq} (${row.kind}) was changed, or is not the one that followed the entry before it.`,
      });
    }
    code = row.code;
  }
  if (rows.length > 1 && problems.length === rows.length) {
    return [
      {
        what: 'No entry fits its code. Either all were recomputed, or the key of the data folder (carryover.key) is another one than they were made with.',
      },
    ];
  }
  return problems;
};

const headProblems = (
  context: DeskContext,
  caseId: string,
  rows: readonly EntryRow[],
  head: HeadRow | undefined,
  digest: string,
): Problems => {
  if (head === undefined) return [{ what: 'The head of the chain, which is kept apart, is missing.' }];
  const problems: Problems = [];
  const last = rows.at(-1);
  if (sealHead(caseId, head, context.authenticate) !== head.seal) {
    problems.push({ what: 'The head of the chain, which is kept apart, was changed.' });
  }
  const end = last?.seq ?? 0;
  if (end < head.seq)
    problems.push({ seq: end + 1, what: `${missing(end + 1, head.seq)} The end was cut off.` });
  if (end > head.seq) {
    problems.push({
      seq: head.seq + 1,
      what: `The chain goes on to entry ${end}, and its head says ${head.seq}.`,
    });
  }
  if (end === head.seq && (last?.code !== head.code || digest !== head.digest)) {
    problems.push({ seq: end, what: 'The chain does not end as its head says.' });
  }
  return problems;
};

const expectedProblems = (digests: readonly string[], expect: string | undefined): Problems =>
  expect === undefined || digests.includes(expect)
    ? []
    : [
        {
          what: `At no entry was the digest ${expect}. This is not the chain that it was written down from, or what came before it was recomputed.`,
        },
      ];
