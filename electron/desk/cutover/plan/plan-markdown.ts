import { code, inert, table } from '#base/markdown.ts';
import { sourceAddresses } from '#contract/allow-list.ts';
import type { CutoverPlan, Precondition } from '#contract/cutover.ts';
import { shortEventTypes } from '#contract/cutover-labels.ts';
import { formatCount } from '#contract/format.ts';
import { headerPrefix } from '#contract/property-mapping.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { isKnownType } from './planned-rule.ts';
import type { Judged } from './preconditions.ts';

type Endpoint = CutoverPlan['endpoints'][number];
type Rule = CutoverPlan['rules'][number];

/** A plan as a person reads it aloud: what is there today, and what is there after the cutover. */
export const planMarkdown = (judged: Judged, preconditions: readonly Precondition[]): string => {
  const { plan, digest, seq } = judged;
  const { integrator, clientId, caseId } = plan;
  const facts = [
    `- Digest (SHA-256): ${code(digest)}${seq === undefined ? ' – a draft, not frozen' : ''}`,
    `- Client id: ${clientId === undefined ? 'not known' : code(clientId)}`,
    `- Case: ${code(caseId)}`,
  ];
  return `${[
    `# ${inert(`Cutover plan: ${integrator}`)}`,
    facts.join('\n'),
    ...section('Open requirements', openIn(preconditions)),
    ...planSections(plan),
  ].join('\n\n')}\n`;
};

/** The diff alone, as parts of a document. */
export const planSections = (plan: CutoverPlan): string[] => [
  ...section('Header conflicts', conflictsIn(plan)),
  '## Endpoints: today → after the cutover',
  ...endpointsIn(plan),
  ...section('Lost conditions', conditionsIn(plan)),
  ...section('Changed properties', propertiesIn(plan)),
  ...section('Rules without an endpoint', withoutEndpoint(plan)),
  ...section('Emails to rebuild', emailsIn(plan)),
  ...section('Changes for the integrator', tasksIn(plan)),
  '## Limits and addresses',
  limitsOf(plan),
];

const section = (title: string, body: string | undefined): string[] =>
  body === undefined ? [] : [`## ${title}`, body];

const list = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map((line) => `- ${line}`).join('\n');

const openIn = (preconditions: readonly Precondition[]): string | undefined =>
  list(
    preconditions
      .filter(({ holds }) => holds !== true)
      .map(({ why, holds }) => `${holds === null ? 'Not known: ' : ''}${inert(why)}`),
  );

const conflictsIn = ({ conflicts }: CutoverPlan): string | undefined =>
  list(
    conflicts.map(({ header, values, use, by }) => {
      const both = values.map(({ source, masked }) => `${code(masked)} (${source})`).join(' or ');
      const decided =
        use === undefined ? 'not decided' : `use that of the ${use}, decided by ${inert(by ?? '')}`;
      return `${code(header)}: ${both}: ${decided}.`;
    }),
  );

const endpointsIn = ({ endpoints, rules }: CutoverPlan): string[] => {
  if (endpoints.length === 0) return ['None: no rule has a webhook.'];
  const types = new Map(rules.map(({ ruleId, type }) => [ruleId, type]));
  return endpoints.flatMap((endpoint, index) => [
    `### ${index + 1}. ${code(endpoint.url)}`,
    `For ${companyOf(endpoint)}.`,
    table(['', 'Today', 'After the cutover'], rowsOf(endpoint, types)),
  ]);
};

const companyOf = ({ companyId }: Pick<Endpoint, 'companyId'>): string =>
  companyId === undefined ? 'all companies' : `company ${code(companyId)}`;

const rowsOf = ({ fromRules, eventTypes, headers }: Endpoint, types: ReadonlyMap<string, string>) => {
  const sent = headers.map(
    ({ name, source, masked }) => `${code(name)}: ${code(masked)} (${sourceLabels[source]})`,
  );
  return [
    ['Sent by', formatCount(fromRules.length, 'rule'), '1 endpoint'],
    [
      'Sent for',
      fromRules.map((id) => `${code(types.get(id) ?? '')} (rule ${code(id)})`).join('<br>'),
      shortEventTypes(eventTypes).map(code).join('<br>'),
    ],
    ['Headers', legacyHeaders(headers), sent.join('<br>')],
    ['Signature', 'None', `${code('webhook-signature')} (Standard Webhooks)`],
    ['Attempts', 'At most 4; `Retry-After` is obeyed', '8 in 28 hours; `Retry-After` is ignored'],
  ];
};

const sourceLabels = { profile: 'of the profile', portal: 'of the portal', always: 'always' } as const;

const legacyHeaders = (headers: Endpoint['headers']): string =>
  headers.map(({ name, source }) => `${code(name)} (${sourceLabels[source]})`).join('<br>');

const conditionsIn = ({ rules }: CutoverPlan): string | undefined => {
  const rows = rules.flatMap(({ ruleId, type, url, conditionsLost }) =>
    url === undefined
      ? []
      : conditionsLost.map(({ condition, check }) => [
          `${code(type)} (rule ${code(ruleId)})`,
          inert(condition),
          inert(check),
        ]),
  );
  return rows.length === 0 ? undefined : table(['Rule', 'Today', 'Check in the new event'], rows);
};

/** Once for each rule type that has a webhook. */
const propertiesIn = ({ rules }: CutoverPlan): string | undefined => {
  const posting = rules.filter(({ url, type }) => url !== undefined && isKnownType(type));
  const ofTypes = [...Map.groupBy(posting, ({ type }) => type).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
  const rows = ofTypes.map((rule) => [code(rule.type), renamedIn(rule), rule.dropped.map(code).join('<br>')]);
  return rows.length === 0 ? undefined : table(['Rule type', 'Renamed', 'Dropped'], rows);
};

const renamedIn = ({ renamed }: Rule): string =>
  renamed.map(({ from, to }) => `${code(from)} → ${newName(to)}`).join('<br>');

const newName = (to: string): string =>
  to.startsWith(headerPrefix) ? `header ${code(to.slice(headerPrefix.length))}` : code(to);

const withoutEndpoint = ({ rules }: CutoverPlan): string | undefined =>
  list(
    rules.flatMap(({ ruleId, type, url }) => {
      const rule = `Rule ${code(ruleId)} (${code(type)})`;
      if (!isKnownType(type)) return [`${rule}: what replaces this rule type is not known.`];
      return url === undefined ? [`${rule}: it has no webhook.`] : [];
    }),
  );

const emailsIn = ({ rules }: CutoverPlan): string | undefined =>
  list(
    rules
      .filter(({ emails }) => emails.length > 0)
      .map(({ ruleId, type, emails, eventTypes }) => {
        const triggers = shortEventTypes(eventTypes).map(code).join(', ') || 'not known';
        return `Rule ${code(ruleId)} (${code(type)}) to ${emails.map(inert).join(', ')}: triggers ${triggers}.`;
      }),
  );

const tasksIn = ({ tasks }: CutoverPlan): string | undefined =>
  list(
    tasks.map(({ title, why, uses = [] }) => {
      const where = uses.length === 0 ? '' : ` Found at ${uses.map(code).join(', ')}.`;
      return `**${inert(title)}.** ${inert(why)}${where}`;
    }),
  );

const limitsOf = ({ snapshot, endpoints }: CutoverPlan): string =>
  [
    `- Endpoints: ${snapshot.webhooks.length} today, ${endpoints.length} planned; at most ${webhookLimits.endpoints}.`,
    `- Source addresses: ${sourceAddresses.map(code).join(', ')}. A firewall must allow both.`,
  ].join('\n');
