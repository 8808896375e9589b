import type { SecretForms } from '#base/secret-forms.ts';
import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';
import type { OutboundResult } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  type EndedAttempt,
  insertAttempts,
  type LeasedAttempt,
  recordScheduled,
  type ScheduledOutcome,
  type StoredDelivery,
} from '#service/store/deliveries.ts';
import { type EndpointSigns, recordSigns, updateEndpoint } from '#service/store/endpoints.ts';
import { type ExtraOutcome, recordExtra } from '#service/store/extra-attempts.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { keptResponse } from './kept-response.ts';
import type { Lanes } from './lanes.ts';
import { nextHealth, nextState, succeeded } from './outcome.ts';

/** An attempt that has come back. */
export interface FinishedAttempt {
  readonly attempt: LeasedAttempt;
  readonly requestHeadersJson: string;
  /** What was known when it left. */
  readonly sentSecrets: SecretForms;
  /** ms UTC, on the service's clock */
  readonly leftAt: number;
  /** ms UTC, on the service's clock: what the next wait counts from, however late it is written */
  readonly endedAt: number;
  readonly result: OutboundResult;
}

interface RecordParts {
  readonly registry: EndpointRegistry;
  readonly lanes: Lanes;
  /** Secrets besides those of endpoints. */
  readonly known: SecretForms;
}

/** Writes a batch of attempts that ended, the next states of their deliveries, and the health of their endpoints. */
export const recordAttempts = async (
  tx: Tx,
  context: ServiceContext,
  { registry, lanes, known }: RecordParts,
  ended: readonly FinishedAttempt[],
): Promise<void> => {
  const attempts: EndedAttempt[] = [];
  const scheduled: ScheduledOutcome[] = [];
  const extra: ExtraOutcome[] = [];
  const health = createHealthBook(registry);

  for (const one of ended) {
    const { attempt, result, endedAt } = one;
    const success = succeeded(result);
    const statusCode = result.statusCode ?? null;
    const error = result.error ?? null;
    const secrets = [one.sentSecrets, registry.secretsOf(registry.bySeq(attempt.endpointSeq)), known];
    attempts.push(attemptRow(one, secrets));
    let status: DeliveryStatus | undefined;
    if (attempt.extraSeq === null) {
      const next = nextState(success, attempt.scheduleUsed, endedAt);
      scheduled.push({ deliverySeq: attempt.deliverySeq, ...next, statusCode, error });
      if (next.dueAt !== null) lanes.hint(attempt.endpointSeq, next.dueAt);
      status = next.status;
    } else {
      const { extraSeq, deliverySeq } = attempt;
      extra.push({ extraSeq, deliverySeq, succeeded: success, statusCode, error });
      if (success) status = 'Success';
    }
    health.add(one, success);
    announceEnd(tx, context, registry, one, status);
  }

  await insertAttempts(tx, attempts);
  await recordScheduled(tx, scheduled);
  await recordExtra(tx, extra);
  await writeHealth(tx, context, registry, health);
};

const attemptRow = (
  { attempt, requestHeadersJson, leftAt, result }: FinishedAttempt,
  secrets: readonly SecretForms[],
): EndedAttempt => {
  const { responseHeadersJson, responseBody } = keptResponse(result, secrets);
  return {
    delivery_seq: attempt.deliverySeq,
    number: attempt.number,
    trigger: attempt.trigger,
    at: leftAt,
    duration_ms: result.durationMs,
    status_code: result.statusCode ?? null,
    error: result.error ?? null,
    request_headers_json: requestHeadersJson,
    response_headers_json: responseHeadersJson,
    response_body: responseBody,
    local_address: result.localAddress ?? null,
  };
};

/** A failed attempt beside the schedule changes no status; listeners reread all the same. */
const announceEnd = (
  tx: Tx,
  context: ServiceContext,
  registry: EndpointRegistry,
  { attempt }: FinishedAttempt,
  status: DeliveryStatus | undefined,
): void => {
  const { messageId } = attempt;
  const webhookId = registry.bySeq(attempt.endpointSeq).row.id;
  tx.afterCommit(() =>
    context.announce({ type: 'delivery', messageId, webhookId, status: status ?? 'Failed' }),
  );
};

interface HealthBook {
  add(one: FinishedAttempt, success: boolean): void;
  signs(): EndpointSigns[];
  /** Endpoints that an attempt disables, and why. */
  disabled(): ReadonlyMap<number, string>;
}

/** Adds up what a batch says of each endpoint, in the order in which the attempts ended. */
const createHealthBook = (registry: EndpointRegistry): HealthBook => {
  const signs = new Map<number, EndpointSigns>();
  const disabled = new Map<number, string>();
  return {
    add({ attempt, result, endedAt }, success) {
      const seq = attempt.endpointSeq;
      const { row } = registry.bySeq(seq);
      const before = signs.get(seq)?.firstFailureAt;
      const { firstFailureAt, disable } = nextHealth(before === undefined ? row.first_failure_at : before, {
        success,
        statusCode: result.statusCode,
        trigger: attempt.trigger,
        endedAt,
      });
      signs.set(seq, { seq, firstFailureAt, lastAttemptAt: endedAt });
      if (disable !== undefined && row.disabled_at === null) disabled.set(seq, disable);
    },
    signs: () => [...signs.values()],
    disabled: () => disabled,
  };
};

const writeHealth = async (
  tx: Tx,
  context: ServiceContext,
  registry: EndpointRegistry,
  health: HealthBook,
): Promise<void> => {
  const signs = health.signs();
  const disabled = health.disabled();
  await recordSigns(tx, signs);
  for (const { seq, lastAttemptAt } of signs) {
    const reason = disabled.get(seq);
    if (reason === undefined) continue;
    await updateEndpoint(tx, seq, { disabled_at: lastAttemptAt, disabled_reason: reason });
  }
  tx.afterCommit(() => {
    for (const { seq, firstFailureAt, lastAttemptAt } of signs) {
      const { row } = registry.bySeq(seq);
      const reason = disabled.get(seq);
      if (reason !== undefined || row.first_failure_at !== firstFailureAt) {
        registry.patch(seq, {
          first_failure_at: firstFailureAt,
          ...(reason === undefined ? {} : { disabled_at: lastAttemptAt, disabled_reason: reason }),
        });
      }
      if (reason === undefined) continue;
      context.log.warn({ webhookId: row.id, reason }, 'Endpoint disabled');
      context.announce({ type: 'endpoint', webhookId: row.id, change: 'disabled' });
    }
  });
};

/** Attempts that a crash cut off, in the log under the numbers that their repeats keep. */
export const logInterrupted = (
  tx: Tx,
  now: number,
  scheduled: readonly Pick<StoredDelivery, 'seq' | 'number' | 'origin' | 'last_attempt_at'>[],
  extra: readonly { delivery_seq: number; number: number | null; trigger: AttemptTrigger }[],
): Promise<void> => {
  const row = (deliverySeq: number, number: number, trigger: AttemptTrigger, at: number): EndedAttempt => ({
    delivery_seq: deliverySeq,
    number,
    trigger,
    at,
    duration_ms: 0,
    status_code: null,
    error: 'Interrupted',
    request_headers_json: '{}',
    response_headers_json: null,
    response_body: null,
    local_address: null,
  });
  return insertAttempts(tx, [
    ...scheduled.map((d) => row(d.seq, d.number ?? 1, d.origin, d.last_attempt_at ?? now)),
    ...extra.map((e) => row(e.delivery_seq, e.number ?? 1, e.trigger, now)),
  ]);
};
