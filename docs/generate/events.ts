import { eventTypes } from '#contract/events.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { createExampleEvents } from '#service/sandbox/example-event.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { envelopeOf } from '#service/webhooks/envelope.ts';
import { code, pageOf, table } from './markdown.ts';

const introduction =
  'What the new webhook service sends. When each event is published: [rules](rules/events.md). `carryover send EVENT_TYPE` publishes an example at any time.';

/** Ids and times that are the same in every page. */
const at = Date.UTC(2026, 0, 15, 9);
const id = '00000000-0000-4000-8000-000000000000';
const fixed = {
  clock: { now: () => at },
  ids: { uuid: () => id },
  pages: {
    company: (companyId: string) => `https://link.example.com/${companyId}`,
    connection: (companyId: string, connectionId: string) =>
      `https://link.example.com/${companyId}/${connectionId}`,
  },
} as unknown as ServiceContext;

const examples = createExampleEvents(fixed, {
  companyIn: () => Promise.reject(new Error('Examples are about the example company.')),
});

/** One event type of each kind of write: data types differ in their name alone. */
const shownTypes = eventTypes.filter(
  (type) => !type.includes('.write.') || type.startsWith('invoices.write.'),
);

const example = async (type: string): Promise<string> => {
  const event = await examples(undefined as never, type);
  const envelope = envelopeOf(event, { id, at, portal: fixed.pages.company });
  return `### ${type}\n\n\`\`\`json\n${JSON.stringify(envelope, undefined, 2)}\n\`\`\``;
};

const replaced = Object.entries(eventTypesOfRule).map(([ruleType, types]) => [
  code(ruleType),
  [...new Set(types.map((type) => code(type.replace(/^[\w-]+\.write\./, '{dataType}.write.'))))].join(', '),
]);

/** Event types with an example each, and which rule types they replace. */
export const eventsPage = async (): Promise<string> =>
  pageOf(
    'Events',
    introduction,
    '## Replaced rule types',
    table(['rule type', 'event types'], replaced),
    '## Examples',
    ...(await Promise.all(shownTypes.map(example))),
  );
