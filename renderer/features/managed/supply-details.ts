import type { DetailsRequest, RevealedDetails, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Supplies details of step 1; null removes one. */
export const useSupplyDetails = (caseId: string) =>
  useRunbookChange(
    (request: DetailsRequest) => api.put<RunbookView>(`${runbookPath(caseId)}/details`, request),
    ({ steps }) => {
      const missing = steps[0]?.missing.length ?? 0;
      return {
        message: missing === 0 ? 'Details saved and complete.' : `Details saved; ${missing} missing.`,
      };
    },
  );

/** A secret detail in clear; the access is recorded. */
export const revealDetail = async (caseId: string, name: string): Promise<string> => {
  const { fields } = await api.post<RevealedDetails>(`${runbookPath(caseId)}/details/reveal`);
  const value = fields[name];
  if (value === undefined) {
    throw new Error(
      'Not stored here: the case was imported without its secrets, or their key is lost. Request it again.',
    );
  }
  return value;
};
