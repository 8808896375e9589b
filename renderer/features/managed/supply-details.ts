import type { DetailsRequest, RevealedDetails, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Step 1: details are supplied; null takes one away. */
export const useSupplyDetails = (caseId: string) =>
  useRunbookChange(
    (request: DetailsRequest) => api.put<RunbookView>(`${runbookPath(caseId)}/details`, request),
    ({ steps }) => {
      const missing = steps[0]?.missing.length ?? 0;
      return {
        words: missing === 0 ? 'Saved. Every required detail is here.' : `Saved. Still missing: ${missing}.`,
      };
    },
  );

/** A secret detail in the clear. That it was shown goes on record. */
export const revealDetail = async (caseId: string, name: string): Promise<string> => {
  const { fields } = await api.post<RevealedDetails>(`${runbookPath(caseId)}/details/reveal`);
  const value = fields[name];
  if (value === undefined) {
    throw new Error(
      'It is not kept here: the case came without its secrets, or their key is lost. Ask for it again.',
    );
  }
  return value;
};
