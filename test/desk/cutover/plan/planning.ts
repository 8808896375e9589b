import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { mask } from '#base/sealing.ts';
import type { CutoverSnapshot } from '#contract/cutover.ts';
import type { EligibilityRow, FindingKind, RowState } from '#contract/eligibility.ts';
import { ruleTypes } from '#contract/legacy.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import type { PlanFacts } from '#desk/cutover/plan/plan-facts.ts';

/** Snapshots and facts of cases for tests of plans. */

const caseId = '00000000-0000-4000-8000-000000000001';
export const clientId = '00000000-0000-4000-8000-00000000c11e';
export const companies = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

type Rule = CutoverSnapshot['rules'][number];
type Endpoint = CutoverSnapshot['webhooks'][number];

export const keyed = {
  fingerprint: (text: string) => createHmac('sha256', 'key').update(text).digest('hex'),
};
export const kept = (value: string) => ({ masked: mask(value), mark: profileMark(keyed, value) ?? '' });

/** `webhook: null`: none. */
export const rule = (
  id: string,
  {
    webhook = 'https://acme.example/hooks?tenant=7',
    ...change
  }: Partial<Omit<Rule, 'webhook'>> & { webhook?: string | null } = {},
): Rule => ({
  id,
  type: 'Sync Completed',
  emails: [],
  ...(webhook === null ? {} : { webhook }),
  ...change,
});
export const endpoint = (id: string, change: Partial<Endpoint> = {}): Endpoint => ({
  id,
  url: 'https://acme.example/other',
  eventTypes: ['read.completed'],
  disabled: false,
  companyTags: [],
  ...change,
});
export const snapshot = (change: Partial<CutoverSnapshot> = {}): CutoverSnapshot => ({
  rules: [rule('a')],
  webhooks: [],
  ...change,
});

export interface Known extends Partial<Omit<PlanFacts, 'rowState' | 'usesOf'>> {
  readonly rows?: Partial<Record<EligibilityRow, RowState>>;
  readonly uses?: Partial<Record<FindingKind, string[]>>;
}

export const facts = ({ rows = {}, uses = {}, ...change }: Known = {}): PlanFacts => ({
  caseId,
  integrator: 'Acme Ltd',
  clientId,
  portal: 'none',
  decisions: [],
  rowState: (row) => rows[row],
  usesOf: (kind) => uses[kind] ?? [],
  ...change,
});

const urls = [
  'https://acme.example/hooks',
  'https://ACME.example/hooks',
  'https://acme.example/hooks?tenant=7',
  'https://acme.example:443/hooks',
  'http://127.0.0.1:4000/in',
  'not a url',
];
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    id: fc.uuid(),
    type: fc.constantFrom(...ruleTypes, 'Something New', 'toString'),
    companyId: maybe(fc.constantFrom(...companies)),
    emails: fc.uniqueArray(fc.constantFrom('a@b.example', 'c@d.example'), { maxLength: 2 }),
    webhook: maybe(fc.constantFrom(...urls)),
  })
  .map(({ companyId, webhook, ...one }) => ({
    ...one,
    emails: one.emails.toSorted(),
    ...(companyId === undefined ? {} : { companyId }),
    ...(webhook === undefined ? {} : { webhook }),
  }));

const anyEndpoint: fc.Arbitrary<Endpoint> = fc.record({
  id: fc.uuid(),
  url: fc.constantFrom(...urls.slice(0, 5)),
  eventTypes: fc.constant(['read.completed']),
  disabled: fc.boolean(),
  companyTags: fc.constant([]),
});

export const secrets = ['Bearer planted-secret-1', 'Bearer planted-secret-2', 'Basic cGxhbnRlZDpzZWNyZXQ='];
const anyHeader = maybe(fc.constantFrom(...secrets).map(kept));
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

export const anySnapshot: fc.Arbitrary<CutoverSnapshot> = fc
  .record({
    rules: fc.uniqueArray(anyRule, { maxLength: 12, selector: ({ id }) => id }),
    webhooks: fc.uniqueArray(anyEndpoint, { maxLength: 4, selector: ({ id }) => id }),
    authHeader: anyHeader,
    portalHeader: anyHeader,
  })
  .map(({ authHeader, portalHeader, rules, webhooks }) => ({
    rules: rules.toSorted(byId),
    webhooks: webhooks.toSorted(byId),
    ...(authHeader === undefined ? {} : { authHeader }),
    ...(portalHeader === undefined ? {} : { portalHeader }),
  }));
