import { redactAgent, redactPath } from '#base/redact.ts';
import { formatCount } from '#contract/format.ts';
import type { Service } from '#testing/index.ts';
import { isAlertsPath } from './call-tally.ts';

export const observationKinds = ['alerts', 'undelivered', 'unverified'] as const;
export type ObservationKind = (typeof observationKinds)[number];

/** What the service saw of one kind while a command ran. */
export interface Observation {
  readonly kind: ObservationKind;
  /** What should be, as the name of a test. */
  readonly name: string;
  /** That it is not, as the beginning of a sentence. */
  readonly failed: string;
  /** Each piece, in words. Empty: none was seen. */
  readonly found: readonly string[];
  /** How much there was to see: a suite that does nothing shows nothing. */
  readonly seen: string;
}

export const observe = async (service: Service): Promise<Observation[]> => {
  const requests = await service.requests();
  const alerts = requests.filter(({ path, deprecated }) => deprecated || isAlertsPath(path));
  const messages = await service.messages();
  const deliveries = messages.flatMap((message) =>
    message.deliveries.map((delivery) => ({ ...delivery, message })),
  );
  const open = deliveries.filter(({ status }) => status !== 'Success' && status !== 'Cancelled');
  const received = await service.received();
  const unverified = received.filter(({ verified }) => verified === false);
  return [
    {
      kind: 'alerts',
      name: 'No call of the deprecated alerts endpoints',
      failed: 'Alerts endpoints were called, which blocks a migration',
      found: alerts.map(
        ({ method, path, userAgent }) =>
          `${method} ${redactPath(path)}${userAgent === undefined ? '' : ` by ${redactAgent(userAgent)}`}`,
      ),
      seen: `${formatCount(requests.length, 'request')} to the API`,
    },
    {
      kind: 'undelivered',
      name: 'Every message is delivered',
      failed: 'Messages are not delivered',
      found: open.map(({ message, status, attempts, lastStatusCode, lastError }) => {
        const last = lastStatusCode ?? lastError;
        return `${message.eventType} ${message.id}: ${status} after ${formatCount(attempts, 'attempt')}${last === undefined ? '' : `, last response ${last}`}`;
      }),
      seen: formatCount(deliveries.length, 'delivery', 'deliveries'),
    },
    {
      kind: 'unverified',
      name: 'Every signature that a consumer received is valid',
      failed: 'Consumers received signatures that are not valid',
      found: unverified.map(({ method, path, reason }) => `${method} ${path}: ${reason}`),
      seen: `${formatCount(received.length, 'request')} to consumers of the kit`,
    },
  ];
};
