import type { CutoverSnapshot } from '#contract/cutover.ts';
import { formatList } from '#contract/format.ts';
import { shortUrl } from '#desk/cutover/short-url.ts';

type Rule = CutoverSnapshot['rules'][number];
type Endpoint = CutoverSnapshot['webhooks'][number];

/**
 * What is different on the target since a plan was made of it, one sentence each; empty if nothing is.
 * @param sameKey whether the marks of both were made in the same data folder. Otherwise they can't be compared, and
 *   headers are compared by what is shown of them
 */
export const whatMoved = (planned: CutoverSnapshot, now: CutoverSnapshot, sameKey = true): string[] => [
  ...between(planned.rules, now.rules, {
    added: (rule) => `${nameOfRule(rule)} was added.`,
    gone: (rule) => `${nameOfRule(rule)} was removed.`,
    changed: changedRule,
  }),
  ...between(planned.webhooks, now.webhooks, {
    added: (one) => `${nameOfEndpoint(one)} was added.`,
    gone: (one) => `${nameOfEndpoint(one)} was removed.`,
    changed: changedEndpoint,
  }),
  ...movedHeader('profile', planned.authHeader, now.authHeader, sameKey),
  ...movedHeader('portal', planned.portalHeader, now.portalHeader, sameKey),
];

interface Texts<T> {
  readonly added: (one: T) => string;
  readonly gone: (one: T) => string;
  readonly changed: (before: T, after: T) => string[];
}

const between = <T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  { added, gone, changed }: Texts<T>,
): string[] => {
  const known = new Map(before.map((one) => [one.id, one]));
  const left = new Map(after.map((one) => [one.id, one]));
  return [
    ...before.filter(({ id }) => !left.has(id)).map(gone),
    ...after.flatMap((one) => {
      const was = known.get(one.id);
      return was === undefined ? [added(one)] : changed(was, one);
    }),
  ];
};

const nameOfRule = ({ id, type, webhook }: Rule): string =>
  `Rule ${id} (${type}${webhook === undefined ? '' : `, ${shortUrl(webhook)}`})`;
const nameOfEndpoint = ({ id, url }: Endpoint): string => `Endpoint ${id} (${shortUrl(url)})`;

const changedRule = (before: Rule, after: Rule): string[] =>
  changes(`Rule ${before.id}`, [
    ['type', before.type, after.type],
    ['URL', before.webhook, after.webhook, shortUrl],
    ['company', before.companyId, after.companyId],
    ['emails', before.emails, after.emails],
  ]);

const changedEndpoint = (before: Endpoint, after: Endpoint): string[] =>
  changes(`Endpoint ${before.id}`, [
    ['URL', before.url, after.url, shortUrl],
    ['company', before.companyId, after.companyId],
    ['event types', before.eventTypes, after.eventTypes],
    ['company tags', before.companyTags, after.companyTags],
    ['state', before.disabled ? 'disabled' : 'enabled', after.disabled ? 'disabled' : 'enabled'],
  ]);

type Value = string | readonly string[] | undefined;
type Property = readonly [name: string, before: Value, after: Value, show?: (value: string) => string];

const changes = (whose: string, properties: readonly Property[]): string[] =>
  properties.flatMap(([name, before, after, show = asIs]) => {
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const [was, is] = [formatValue(before, show), formatValue(after, show)];
    const how = was === is ? 'changed in a part that is not shown' : `changed from ${was} to ${is}`;
    return [`${whose}: ${name} ${how}.`];
  });

const asIs = (value: string): string => value;
const mostValues = 5;
const formatValue = (value: Value, show: (one: string) => string): string => {
  if (value === undefined || value.length === 0) return 'none';
  return typeof value === 'string' ? show(value) : formatList(value, mostValues);
};

type Kept = CutoverSnapshot['authHeader'];

const movedHeader = (source: 'profile' | 'portal', before: Kept, after: Kept, sameKey: boolean): string[] => {
  const key = sameKey ? 'mark' : 'masked';
  if (before?.[key] === after?.[key]) return [];
  const what = `The auth header of the ${source}`;
  if (before === undefined) return [`${what} was set: ${after?.masked}.`];
  if (after === undefined) return [`${what} was removed: it was ${before.masked}.`];
  return [`${what} changed from ${before.masked} to ${after.masked}.`];
};
