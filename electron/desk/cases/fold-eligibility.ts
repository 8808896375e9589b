import type { CaseAction } from '#contract/case.ts';
import type { Observation } from '#contract/eligibility.ts';
import type { CaseState, Changes } from './state.ts';

type Kind = Extract<
  CaseAction['kind'],
  | `evidence.${string}`
  | `coverage.${string}`
  | `observation.${string}`
  | `finding.${string}`
  | `mention.${string}`
  | `row.${string}`
  | `verdict.${string}`
  | `portalHeader.${string}`
  | `request.${string}`
>;

/** What entries about evidence, the verdict and what follows from it change. */
export const foldEligibility: Changes<Kind> = {
  'evidence.added': ({ evidence }, content) => ({ evidence: [...evidence, content.evidence] }),
  'evidence.removed': ({ evidence, removedEvidence }, { evidenceId, reason }, record) => ({
    evidence: evidence.filter(({ id }) => id !== evidenceId),
    removedEvidence: [
      ...removedEvidence,
      ...evidence.filter(({ id }) => id === evidenceId).map((one) => ({ evidence: one, reason, ...record })),
    ],
  }),
  'coverage.stated': ({ coverages }, { evidenceId, ...coverage }, record) => ({
    coverages: new Map(coverages).set(evidenceId, { ...coverage, ...record }),
  }),
  'coverage.withdrawn': ({ coverages }, { evidenceId }) => ({ coverages: without(coverages, evidenceId) }),
  'observation.opened': ({ observations }, content) => ({
    observations: [...observations, { ...content, seenUntil: content.from, calls: [], otherCalls: 0 }],
  }),
  'observation.seen': ({ observations }, { id, until, calls, otherCalls, lastRequestId }) => ({
    observations: observations.map((one) =>
      one.id === id
        ? {
            ...one,
            seenUntil: until,
            calls: mergeCalls(one.calls, calls),
            otherCalls: one.otherCalls + otherCalls,
            ...(lastRequestId === undefined ? {} : { lastRequestId }),
          }
        : one,
    ),
  }),
  'observation.resumed': ({ observations }, { id, at, unwatchedMs }) => ({
    observations: observations.map((one) =>
      one.id === id ? { ...one, seenUntil: at, unwatchedMs: (one.unwatchedMs ?? 0) + unwatchedMs } : one,
    ),
  }),
  'observation.closed': ({ observations }, { id, to }) => ({
    observations: observations.map((one) => (one.id === id ? { ...one, to } : one)),
  }),
  'finding.dismissed': ({ dismissals }, { findingId, ...dismissal }, record) => ({
    dismissals: new Map(dismissals).set(findingId, { ...dismissal, ...record }),
  }),
  'finding.restored': ({ dismissals }, { findingId }) => ({ dismissals: without(dismissals, findingId) }),
  'mention.dismissed': ({ mentionDismissals }, content, record) => ({
    mentionDismissals: [...mentionDismissals, { ...content, ...record }],
  }),
  'mention.restored': ({ mentionDismissals }, { ids }) => ({
    mentionDismissals: mentionDismissals.flatMap((one) => {
      const left = one.ids.filter((id) => !ids.includes(id));
      return left.length === 0 ? [] : [{ ...one, ids: left }];
    }),
  }),
  'row.answered': ({ answers }, content, record) => ({ answers: [...answers, { ...content, ...record }] }),
  'row.overruled': ({ overrides }, { row, ...override }, record) => ({
    overrides: new Map(overrides).set(row, { ...override, ...record }),
  }),
  'row.restored': ({ overrides, answers }, { row, what }) =>
    what === 'answers'
      ? { answers: answers.filter((answer) => answer.row !== row) }
      : { overrides: without(overrides, row) },
  'verdict.reached': ({ verdicts }, { verdict }, record) => ({
    verdicts: [...verdicts, { verdict, ...record }],
  }),
  'portalHeader.supplied': (_state, content, record) => ({ portalHeader: { ...content, ...record } }),
  'request.drafted': ({ targetId }, { document }, record) => ({
    request: { document, targetId, history: [{ state: 'drafted', by: record.actor, ...record }] },
  }),
  'request.sent': (state, content, record) => moved(state, { state: 'sent', ...content, ...record }),
  'request.confirmed': (state, content, record) =>
    moved(state, { state: 'confirmed', ...content, ...record }),
};

type Calls = Observation['calls'];

/** The same call seen again is counted, not listed again. */
const mergeCalls = (before: Calls, more: Calls): Calls => {
  const merged = new Map(before.map((call) => [keyOf(call), call]));
  for (const call of more) {
    const seen = merged.get(keyOf(call));
    merged.set(
      keyOf(call),
      seen === undefined ? call : { ...seen, last: call.last, count: seen.count + call.count },
    );
  }
  return [...merged.values()];
};

const keyOf = ({ method, path, caller }: Calls[number]): string => JSON.stringify([method, path, caller]);

const without = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> => {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
};

type RequestStepOnRecord = NonNullable<CaseState['request']>['history'][number];

const moved = ({ request }: CaseState, step: RequestStepOnRecord): Partial<CaseState> =>
  request === undefined ? {} : { request: { ...request, history: [...request.history, step] } };
