import { toIso } from '#base/clock.ts';
import { namedUuid } from '#base/ids.ts';
import type { Envelope } from '#contract/events.ts';
import { envelopeOf } from '#service/webhooks/envelope.ts';
import { type ExampleContext, exampleCompany } from './example-company.ts';
import { exampleEvent } from './example-event.ts';

const at = Date.UTC(2026, 0, 15, 9);
const portal = (companyId: string): string => `https://link.example.com/${companyId}`;

/** Of the service it has nothing that differs from one to the next. */
const fixed: ExampleContext = {
  clock: { now: () => at },
  ids: {
    uuid() {
      throw new Error('The ids of a documented example follow from its event type.');
    },
  },
  pages: {
    portal,
    company: portal,
    connection: (companyId, connectionId) => `${portal(companyId)}/${connectionId}`,
  },
};

/** The example of an event type as all documents have it, always the same: what `carryover send` publishes, at a fixed time. */
export const documentedEvent = (eventType: string): Envelope => {
  const event = exampleEvent(fixed, eventType, exampleCompany(fixed), eventType);
  const id = namedUuid('example', 'event', eventType);
  return JSON.parse(JSON.stringify(envelopeOf(event, { id, at, portal }))) as Envelope;
};

/** What comes with it, as a consumer reads it; the signature is none. */
export const documentedHeaders = {
  'webhook-id': 'msg_0h4v7c2n9k3m6q8r1t5w7x9y2z',
  'webhook-timestamp': String(at / 1000),
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  'x-sandbox-time': toIso(at),
} as const;
