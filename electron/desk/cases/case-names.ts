import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { localTargetId } from '#contract/target.ts';
import { type HeadRow, readHeads } from '#desk/store/case-chain.ts';
import type { Reader } from '#desk/store/store.ts';
import { readTarget } from '#desk/store/targets.ts';

/** A case that can't be told from another by its name would be mistaken for it; imported ones may share one. */
const idLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{0,12})?$/i;

/** @throws CatalogueError `case.nameTaken`, `request.invalid` for one that looks like an id */
export const refuseTakenName = async (reader: Reader, name: string, caseId?: string): Promise<void> => {
  if (idLike.test(name)) {
    throw invalid({
      itemId: 'name',
      message: 'name must not look like an id. Choose another one.',
      validatorName: 'name',
    });
  }
  const taken = (await readHeads(reader))
    .map(summaryIn)
    .find((one) => one.id !== caseId && one.name.toLowerCase() === name.toLowerCase());
  if (taken !== undefined) throw new CatalogueError('case.nameTaken', { name, id: taken.id });
};

/** @throws CatalogueError `target.notFound` */
export const refuseMissingTarget = async (reader: Reader, targetId: string): Promise<void> => {
  if (targetId === localTargetId || (await readTarget(reader, targetId)) !== undefined) return;
  throw new CatalogueError('target.notFound', { reference: targetId });
};

/** What a list shows of a case, also where that was damaged: one must not keep the others from being seen. */
export const summaryIn = ({
  case_id,
  summary,
  seq,
}: Pick<HeadRow, 'case_id' | 'summary' | 'seq'>): CaseSummary => {
  try {
    const said = JSON.parse(summary) as CaseSummary;
    return { ...said, nextSteps: said.nextSteps ?? nextAlone(said) };
  } catch {
    return damagedSummary(case_id, seq);
  }
};

/** A head that was written before each part had a next step tells of one only. */
const nextAlone = ({ next, parts: [part] }: CaseSummary): CaseSummary['nextSteps'] =>
  next === undefined || part === undefined ? [] : [{ part, ...next }];

export const damagedSummary = (caseId: string, revision: number): CaseSummary => ({
  id: caseId,
  name: `damaged ${caseId.slice(0, 8)}`,
  integrator: 'unknown',
  parts: ['webhooks'],
  state: 'open',
  targetId: localTargetId,
  revision,
  created: '',
  updated: '',
  damaged: true,
  nextSteps: [],
});
