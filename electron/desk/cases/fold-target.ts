import type { CaseAction } from '#contract/case.ts';
import type { CaseState, Changes } from './state.ts';

type Kind = Extract<
  CaseAction['kind'],
  'cutover.reversed' | 'endpoint.observed' | 'profile.observed' | 'companies.observed'
>;

/** What was found on a target changes what the case knows of it. */
export const foldTarget: Changes<Kind> = {
  'cutover.reversed': ({ reversals }, content, record) => ({
    reversals: [...reversals, { ...content, ...record }],
  }),
  'endpoint.observed': ({ endpoints }, content, record) => ({
    endpoints: new Map(endpoints).set(content.webhookId, { ...content, ...record }),
  }),
  'profile.observed': ({ profileHeader }, content, record) => {
    const before = profileHeader?.targetId === content.targetId ? profileHeader : undefined;
    const isChange = content.state === 'changed';
    return {
      profileHeader: {
        ...content,
        ...record,
        changed: isChange ? record.seq : (before?.changed ?? 0),
        replaced: isChange && content.authHeader !== undefined ? record.seq : (before?.replaced ?? 0),
      },
    };
  },
  'companies.observed': ({ gone }, { targetId, companies }, record) => {
    const after: Map<
      string,
      CaseState['gone'] extends ReadonlyMap<string, infer Gone> ? Gone : never
    > = new Map(gone);
    for (const one of companies) {
      const key = one.connectionId ?? one.companyId;
      if (one.state === 'there') after.delete(key);
      else after.set(key, { ...one, targetId, ...record });
    }
    return { gone: after };
  },
};
