import { type DescribedEvent, describedEvents } from '#contract/event-schemas.ts';
import { openSchema } from '#contract/open-schema.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';

/** What consumers validate against, of one kind of event: the writes of all data types are two kinds. */
export interface ConsumerSchema {
  /** Such as `read.completed` or `write.successful`. */
  readonly kind: string;
  readonly eventTypes: readonly string[];
  readonly when: string;
  readonly schema: { readonly title: string };
  readonly example: unknown;
}

const kindOf = ({ eventType }: DescribedEvent): string => eventType.replace(/^.*\.(?=write\.)/, '');

const schemaOf = (kind: string, events: readonly [DescribedEvent, ...DescribedEvent[]]) => {
  const [{ schema }] = events;
  const opened = openSchema(schema) as { title: string; properties: Record<string, unknown> };
  if (events.length === 1) return opened;
  const title = kind.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase());
  const eventType = { type: 'string', enum: events.map((event) => event.eventType) };
  return { ...opened, title: `${title}Event`, properties: { ...opened.properties, eventType } };
};

/** Of writes, the example is about invoices. */
const exampleOf = (eventTypes: readonly string[]): unknown =>
  documentedEvent(eventTypes.find((type) => type.startsWith('invoices.')) ?? (eventTypes[0] as string));

/** Each kind of event once, in the order of the event types. */
export const consumerSchemas: readonly ConsumerSchema[] = [...Map.groupBy(describedEvents(), kindOf)].map(
  ([kind, found]) => {
    const events = found as [DescribedEvent, ...DescribedEvent[]];
    const eventTypes = events.map(({ eventType }) => eventType);
    return {
      kind,
      eventTypes,
      when: events[0].when,
      schema: schemaOf(kind, events),
      example: exampleOf(eventTypes),
    };
  },
);
