import { type DescribedEvent, describedEvents } from '#contract/event-schemas.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';
import { code, pageOf, table } from './markdown.ts';

const introduction = `What the new webhook service sends. When each event is published: [rules](rules/events.md). \`carryover send EVENT_TYPE\` publishes an example at any time.

| for | file |
|---|---|
| OpenAPI 3.1 | \`/openapi.json\` of the local service: \`webhooks\`, an entry for each event type |
| AsyncAPI 3 | \`docs/reference/asyncapi.json\` |
| JSON Schema 2020-12 | \`docs/reference/event-schemas/\`: \`event.schema.json\` for any event, and a file for each kind; \`index.json\` names the file of each event type |

OpenAPI has exactly what this version sends. The schema files also accept properties that a later version adds: ignore what you do not know.`;

/** One event type of each kind of write: data types differ in their name alone. */
const shown = describedEvents().filter(
  ({ eventType }) => !eventType.includes('.write.') || eventType.startsWith('invoices.write.'),
);

const example = ({ eventType, when }: DescribedEvent): string =>
  `### ${eventType}\n\n${when}\n\n\`\`\`json\n${JSON.stringify(documentedEvent(eventType), undefined, 2)}\n\`\`\``;

const replaced = Object.entries(eventTypesOfRule).map(([ruleType, types]) => [
  code(ruleType),
  [...new Set(types.map((type) => code(type.replace(/^[\w-]+\.write\./, '{dataType}.write.'))))].join(', '),
]);

/** Event types with an example each, and which rule types they replace. */
export const eventsPage = (): string =>
  pageOf(
    'Events',
    introduction,
    '## Replaced rule types',
    table(['rule type', 'event types'], replaced),
    '## Examples',
    ...shown.map(example),
  );
