import type { CaseAction, CaseEntries } from '#contract/case.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** A thing of a case that people remove. */
export interface Removable {
  readonly id: string;
  readonly removal: Extract<CaseAction['kind'], `${string}.removed`>;
}

interface RemovedByProps extends Removable {
  readonly caseId: string;
  readonly noun: string;
  /** The revision at which it was still there. */
  readonly since: number;
}

/** Who removed it, as the audit chain has it. */
export const RemovedBy = ({ caseId, id, removal, noun, since }: RemovedByProps) => {
  const { data } = useApiQuery<CaseEntries>(
    [...keys.cases.of(caseId), 'since', since],
    `/api/cases/${caseId}/entries`,
    { query: { after: since } },
  );
  const found = data?.results.find(
    ({ kind, content }) => kind === removal && (content as { readonly id?: string }).id === id,
  );
  return found === undefined ? `This ${noun} was removed` : `${found.actor} removed this ${noun}`;
};
