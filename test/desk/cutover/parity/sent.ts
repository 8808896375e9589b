import { toIso } from '#base/clock.ts';
import { newSecret } from '#base/new-secret.ts';
import type { Rule } from '#contract/legacy.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { occurrencesOf } from '#service/legacy/occurrences.ts';
import { planCutover } from '#service/sandbox/cutover-plan.ts';
import { companyOf, envelopeOf } from '#service/webhooks/envelope.ts';
import { signature, signingKey } from '#service/webhooks/signing.ts';
import { clientId, type Happened, uuid } from './world.ts';

/** What both mechanisms send of a sequence of events, made by the service's own code. */

export const start = Date.UTC(2026, 2, 1, 9);
export const authorization = 'Bearer 4f9d1c0a77b24e5e8d3a';

export interface Sent {
  readonly side: 'legacy' | 'new';
  /** Which event it is of. */
  readonly event: number;
  readonly ruleType?: string;
  at: number;
  url: string;
  headers: Record<string, string>;
  /** As JSON it is what is sent. */
  body: Record<string, unknown>;
  statusCode?: number;
  /** Its end did not come. */
  isCut?: true;
}

export interface SendOptions {
  readonly auth?: boolean;
  /** ms, by which the n-th request is later than its event. */
  delayMs(n: number): number;
}

export const sentBy = (
  rules: readonly Rule[],
  happened: readonly Happened[],
  options: SendOptions,
): Sent[] => [...alertsOf(rules, happened, options), ...messagesOf(rules, happened, options)];

const custom = ({ auth = true }: SendOptions): Record<string, string> => ({
  'X-Service-ClientId': clientId,
  ...(auth ? { Authorization: authorization } : {}),
});

const alertsOf = (rules: readonly Rule[], happened: readonly Happened[], options: SendOptions): Sent[] => {
  let n = 0;
  return happened.flatMap(({ event, at }, index) =>
    occurrencesOf(event).flatMap((occurrence) =>
      rules
        .filter(
          ({ type, companyId }) => type === occurrence.ruleType && isFor(companyId, occurrence.companyId),
        )
        .flatMap((rule): Sent[] => {
          const { companyId, connectionId } = occurrence;
          const url = rule.notifiers.webhook;
          n++;
          if (url === undefined) return [];
          const body = {
            AlertId: uuid(1_000_000 + n),
            RuleId: rule.id,
            RuleType: rule.type,
            ClientId: clientId,
            ClientName: 'Client',
            ...(companyId !== undefined && { CompanyId: companyId }),
            ...(connectionId !== undefined && { DataConnectionId: connectionId }),
            Message: occurrence.message,
            Data: occurrence.data,
          };
          const headers = { 'content-type': 'application/json', ...custom(options) };
          const sentAt = start + at + options.delayMs(n);
          return [
            {
              side: 'legacy',
              event: index,
              ruleType: rule.type,
              at: sentAt,
              url,
              headers,
              body,
              statusCode: 200,
            },
          ];
        }),
    ),
  );
};

const isFor = (wanted: string | undefined, companyId: string | undefined): boolean =>
  wanted === undefined || wanted === companyId;

const messagesOf = (rules: readonly Rule[], happened: readonly Happened[], options: SendOptions): Sent[] => {
  const endpoints = planCutover(rules).endpoints.map((endpoint) => ({
    ...endpoint,
    key: signingKey(newSecret()),
  }));
  let n = 0;
  return happened.flatMap(({ event, at }, index) => {
    const made = {
      id: uuid(2_000_000 + index),
      at: start + at,
      portal: (id: string) => `https://portal.example/${id}`,
    };
    const envelope = JSON.stringify(envelopeOf(event, made));
    const companyId = companyOf(event)?.id;
    return endpoints
      .filter((one) => one.eventTypes.includes(event.type) && isFor(one.companyId, companyId))
      .map((one): Sent => {
        n++;
        const sentAt = start + at + options.delayMs(n * 7);
        const timestamp = Math.floor(sentAt / 1000);
        const messageId = `msg_${index}`;
        return {
          side: 'new',
          event: index,
          at: sentAt,
          url: one.url,
          headers: {
            'content-type': 'application/json',
            'webhook-id': messageId,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signature([one.key], messageId, timestamp, envelope),
            ...custom(options),
          },
          body: JSON.parse(envelope),
          statusCode: 200,
        };
      });
  });
};

/** As a recording has it, in the order of time. */
export const recorded = (sent: readonly Sent[]): RecordedRequest[] =>
  sent
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, url, headers, body, statusCode, isCut }) => ({
      at: toIso(at),
      url,
      headers,
      body: JSON.stringify(body).slice(0, isCut ? -20 : undefined),
      ...(statusCode === undefined ? {} : { statusCode }),
    }));
