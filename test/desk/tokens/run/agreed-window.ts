import { bothParties } from '#contract/runbook.ts';
import type { Desk } from './fixture.ts';

export const hourMs = 3_600_000;
export const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** A window of the case that both parties agreed to, in hours from now. */
export const agreeWindow = async (
  { cases, context }: Desk,
  caseId: string,
  from: number,
  to: number,
): Promise<string> => {
  const windowId = context.newId();
  const at = fromNow(0);
  const opened = (await cases.state(caseId)).runbook !== undefined;
  await cases.act(caseId, 'Ada', () => [
    ...(opened
      ? []
      : [
          {
            kind: 'runbook.opened' as const,
            content: { platformKey: 'upvr', platformName: 'A platform', fields: [], companyFields: [] },
          },
        ]),
    {
      kind: 'runbook.windowProposed',
      content: { id: windowId, start: fromNow(from * hourMs), end: fromNow(to * hourMs), zone: 'UTC' },
    },
    ...bothParties.map((party) => ({
      kind: 'runbook.windowAgreed' as const,
      content: { windowId, agreement: { party, name: party, at, quote: 'Fine' } },
    })),
  ]);
  return windowId;
};
