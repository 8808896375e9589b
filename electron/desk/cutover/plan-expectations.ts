import type { CutoverCheck } from '#contract/eligibility.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { extraTypes, type FoundPlanned, lackingTypes, type PlannedEndpoint } from './planned-endpoints.ts';
import { shortUrl } from './short-url.ts';

export type Expectation = CutoverCheck['expectations'][number];

/** What a plan expects of the target: each of its endpoints exactly, and no other that receives the same. */
export const planExpectations = (found: readonly FoundPlanned[]): Expectation[] => [
  ...found.map(endpointExpectation),
  ...found.flatMap(({ planned, twice }) =>
    twice.map((webhook) => ({
      what: `No other endpoint at ${shortUrl(planned.url)} for the same events`,
      state: 'missing' as const,
      detail: `Endpoint ${webhook.id} receives ${namedTypes(webhook.eventTypes.filter((type) => planned.eventTypes.includes(type)))} as well, so that these events arrive twice. Delete or disable it.`,
      webhookId: webhook.id,
    })),
  ),
];

const endpointExpectation = ({ planned, webhook, near }: FoundPlanned): Expectation => {
  const what = endpointLabel(planned);
  if (webhook === undefined) {
    const because = near === undefined ? '' : ` ${nearText[near.differs](near.webhook.id, planned)}`;
    return {
      what,
      state: 'missing',
      detail: `No endpoint has this URL and this company.${because}`,
      ...(near === undefined ? {} : { webhookId: near.webhook.id }),
    };
  }
  const lacking = lackingTypes(planned, webhook);
  const extra = extraTypes(planned, webhook);
  const problems = [
    ...(webhook.disabled ? ['is disabled'] : []),
    ...(lacking.length > 0 ? [`does not receive ${namedTypes(lacking)}`] : []),
    ...(extra.length > 0 ? [`receives ${namedTypes(extra)} besides`] : []),
    ...(webhook.companyTags.length > 0
      ? [`receives events of companies with the tags ${formatList(webhook.companyTags)} only`]
      : []),
  ];
  const detail = `Endpoint ${webhook.id}${problems.length === 0 ? '' : ` ${formatList(problems)}`}.`;
  return { what, state: problems.length === 0 ? 'met' : 'missing', detail, webhookId: webhook.id };
};

const nearText = {
  company: (id: string, { companyId }: PlannedEndpoint) =>
    `Endpoint ${id} has the URL, and receives events of other companies than ${companyId === undefined ? 'all' : companyId}.`,
  query: (id: string) => `Endpoint ${id} has the URL with another query.`,
} as const;

export const endpointLabel = ({
  url,
  companyId,
  eventTypes,
}: {
  readonly url: string;
  readonly companyId?: string;
  readonly eventTypes: readonly string[];
}): string => {
  const whose = companyId === undefined ? 'all companies' : `company ${companyId}`;
  return `Endpoint at ${shortUrl(url)} for ${whose}, ${formatCount(eventTypes.length, 'event type')}`;
};

const mostNamed = 10;

const namedTypes = (types: readonly string[]): string =>
  types.length > mostNamed
    ? `${types.slice(0, mostNamed).join(', ')} and ${types.length - mostNamed} more`
    : formatList(types);
