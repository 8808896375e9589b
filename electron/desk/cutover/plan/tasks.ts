import { sourceAddresses } from '#contract/allow-list.ts';
import { type CutoverPlan, type CutoverTask, type TaskId, taskIds } from '#contract/cutover.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { PlanFacts } from './plan-facts.ts';

type Planned = Pick<CutoverPlan, 'rules' | 'endpoints'>;
type Found = Pick<CutoverTask, 'why' | 'uses'>;

/** A change that a plan may ask of the integrator. */
interface TaskRule {
  readonly title: string;
  /** The topic of its code sample: a folder of `resources/code-samples`. */
  readonly sample?: string;
  /** undefined: it does not apply. */
  readonly find: (planned: Planned, facts: PlanFacts) => Found | undefined;
}

/** The tasks of a plan, in their order: only those that apply to it. Source: `docs/reference/rules/cutover.md#tasks`. */
export const tasksFor = (planned: Planned, facts: PlanFacts): CutoverTask[] =>
  taskIds.flatMap((id) => {
    const { title, sample, find } = taskRules[id];
    const found = find(planned, facts);
    if (found === undefined) return [];
    const { why, uses = [] } = found;
    return [
      {
        id,
        title,
        why,
        ...(uses.length === 0 ? {} : { uses }),
        ...(sample === undefined ? {} : { sample }),
      },
    ];
  });

const posting = ({ rules }: Planned) =>
  rules.filter(({ url, eventTypes }) => url !== undefined && eventTypes.length > 0);

/** Rules by type, such as `"Sync Failed" and "Sync Completed"`. */
const typesOf = (rules: readonly { readonly type: string }[]): string =>
  formatList([...new Set(rules.map(({ type }) => `"${type}"`))].toSorted());

const withEndpoints =
  (why: string) =>
  ({ endpoints }: Planned): Found | undefined =>
    endpoints.length === 0 ? undefined : { why };

const taskRules: Readonly<Record<TaskId, TaskRule>> = {
  'filter-read-completed': {
    title: 'Filter events by their payload',
    sample: 'filter-read-completed',
    find: (planned) => {
      const losing = posting(planned).filter(({ conditionsLost }) => conditionsLost.length > 0);
      if (losing.length === 0) return undefined;
      const checks = [...new Set(losing.flatMap((rule) => rule.conditionsLost.map(({ check }) => check)))];
      return {
        why: `${typesOf(losing)} were sent under a condition; the new events are sent without it. React only if: ${checks.toSorted().join(' ')}`,
      };
    },
  },
  'read-new-payload': {
    title: 'Read the new payload',
    sample: 'read-new-payload',
    find: (planned) => {
      const rules = posting(planned);
      return rules.length === 0
        ? undefined
        : {
            why: `Properties of ${typesOf(rules)} are renamed or dropped. Distinguish events by eventType, and read their payload.`,
          };
    },
  },
  'drop-rule-id': {
    title: 'Remove logic that uses RuleId',
    sample: 'drop-rule-id',
    find: (planned, { rowState, usesOf }) => {
      const state = rowState('rule-id');
      if (posting(planned).length === 0 || state === 'absent') return undefined;
      const why =
        state === 'present'
          ? 'The code uses RuleId, which the new service does not send. Use eventType.'
          : 'The new service does not send RuleId. Whether the code uses it is not known.';
      return { why, uses: usesOf('rule-id-use') };
    },
  },
  'verify-signature': {
    title: 'Verify the signature of each webhook',
    sample: 'verify-signature',
    find: withEndpoints(
      'The new service signs each webhook (Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature). The secret is set for each endpoint.',
    ),
  },
  deduplicate: {
    title: 'Ignore repeated webhooks by webhook-id',
    sample: 'deduplicate',
    find: withEndpoints(
      'Delivery is at least once. All attempts of one message have the same webhook-id, and the AlertId no longer exists.',
    ),
  },
  'several-data-types': {
    title: 'Handle several data types in one event',
    sample: 'several-data-types',
    find: (planned) => {
      const reading = posting(planned).filter(({ renamed }) =>
        renamed.some(({ from, to }) => from === 'Data.dataType' && to.includes('[]')),
      );
      return reading.length === 0
        ? undefined
        : {
            why: `${typesOf(reading)} were sent once for each data type. The new service sends one event for each read, with all data types in payload.dataTypes.`,
          };
    },
  },
  'client-id-header': {
    title: 'Read the client id from the header alone',
    sample: 'client-id-header',
    find: (planned, { rowState, usesOf }) =>
      planned.endpoints.length === 0 || rowState('client-id-header') === 'absent'
        ? undefined
        : {
            why: `The body no longer has ClientId and ClientName. ${carriedHeaders.clientId} is still sent, as a custom header of the endpoint.`,
            uses: usesOf('client-id-read'),
          },
  },
  'authorization-header': {
    title: 'Accept the Authorization header as planned',
    sample: 'authorization-header',
    find: ({ endpoints }, { usesOf }) => {
      const header = endpoints[0]?.headers.find(({ name }) => name === carriedHeaders.auth);
      return header === undefined
        ? undefined
        : {
            why: `Every webhook has ${carriedHeaders.auth} with the value of the ${header.source}. Keep checking it beside the signature.`,
            uses: usesOf('authorization-check'),
          };
    },
  },
  'drop-retry-after': {
    title: 'Stop controlling retries with Retry-After',
    sample: 'drop-retry-after',
    find: (planned, { rowState, usesOf }) =>
      planned.endpoints.length === 0 || rowState('retry-after') !== 'present'
        ? undefined
        : {
            why: 'The new service ignores Retry-After and retries for 28 hours on a schedule of its own. Respond with 2xx at once, and process later.',
            uses: usesOf('retry-after-set'),
          },
  },
  'rebuild-emails': {
    title: 'Rebuild emails in an automation tool',
    find: ({ rules }) => {
      const mailing = rules.filter(({ emails }) => emails.length > 0);
      return mailing.length === 0
        ? undefined
        : {
            why: `${formatCount(mailing.length, 'rule')} ${mailing.length === 1 ? 'sends' : 'send'} emails, which are not carried over. Use their event types as triggers.`,
          };
    },
  },
  'allow-addresses': {
    title: 'Allow the source addresses',
    find: withEndpoints(
      `The new service sends from ${formatList([...sourceAddresses])}. A firewall in front of the consumer must allow both.`,
    ),
  },
};
