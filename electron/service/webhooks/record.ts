import type { SecretForms } from '#base/secret-forms.ts';
import type { DeliveryStatus } from '#contract/message.ts';
import type { Announcement } from '#contract/stream.ts';
import type { OutboundResult } from '#service/outbound/outbound.ts';
import { type EndedAttempt, insertAttempts, type SentHeaders } from '#service/store/attempts.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { recordScheduled, type ScheduledOutcome } from '#service/store/deliveries.ts';
import { type EndpointSigns, recordSigns, updateEndpoint } from '#service/store/endpoints.ts';
import { type ExtraOutcome, recordExtra } from '#service/store/extra-attempts.ts';
import type { HeaderSets } from '#service/store/header-sets.ts';
import { deleteLeases } from '#service/store/leases.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import type { Lanes, Lease, LeasedAttempt } from './lanes.ts';
import { nextHealth, nextState, succeeded } from './outcome.ts';
import type { KeepResponse } from './repeated-responses.ts';
import { giveUnsentBack } from './unsent.ts';

/** An attempt that has come back. */
export interface FinishedAttempt {
  readonly attempt: LeasedAttempt;
  readonly sent: SentHeaders;
  /** What was known when it left. */
  readonly sentSecrets: SecretForms;
  /** ms UTC, on the service's clock */
  readonly leftAt: number;
  /** ms UTC, on the service's clock: what the next wait counts from, however late it is written */
  readonly endedAt: number;
  readonly result: OutboundResult;
}

export interface RecordParts {
  readonly registry: EndpointRegistry;
  readonly lanes: Lanes;
  readonly keepResponse: KeepResponse;
  readonly headerSets: HeaderSets;
  /** Secrets besides those of endpoints. */
  readonly known: SecretForms;
}

/** Writes a batch of attempts that ended, the next states of their deliveries, and the health of their endpoints. */
export const recordAttempts = async (
  tx: Tx,
  context: ServiceContext,
  parts: RecordParts,
  ended: readonly FinishedAttempt[],
): Promise<void> => {
  const { registry, lanes } = parts;
  const left = await withoutUnsent(tx, lanes, ended);
  const outcomes = outcomesOf(left, registry);
  const health = createHealthBook(registry);
  for (const [at, one] of left.entries()) health.add(one, outcomes.succeeded[at] as boolean);
  await insertAttempts(
    tx,
    parts.headerSets,
    left.map((one) => attemptRow(one, parts)),
  );
  await recordScheduled(tx, outcomes.scheduled);
  await recordExtra(tx, outcomes.extra);
  await endLeases(tx, ended);
  tx.afterCommit(() => {
    for (const [endpointSeq, at] of outcomes.due) lanes.hint(endpointSeq, at);
    lanes.release(ended);
    for (const one of outcomes.announced) context.announce(one);
  });
  await writeHealth(tx, context, registry, health);
};

/** Those that left. What could not leave is given back. */
const withoutUnsent = async (
  tx: Tx,
  lanes: Lanes,
  ended: readonly FinishedAttempt[],
): Promise<readonly FinishedAttempt[]> => {
  if (!ended.some(isUnsent)) return ended;
  await giveUnsentBack(
    tx,
    lanes,
    ended.filter(isUnsent).map(({ attempt }) => attempt),
  );
  return ended.filter((one) => !isUnsent(one));
};

interface Outcomes {
  readonly succeeded: boolean[];
  readonly scheduled: ScheduledOutcome[];
  readonly extra: ExtraOutcome[];
  readonly announced: Announcement[];
  /** When the first of the next attempts falls due, ms UTC, by endpoint. */
  readonly due: Map<number, number>;
}

const outcomesOf = (ended: readonly FinishedAttempt[], registry: EndpointRegistry): Outcomes => {
  const outcomes: Outcomes = { succeeded: [], scheduled: [], extra: [], announced: [], due: new Map() };
  for (const { attempt, result, leftAt, endedAt } of ended) {
    const { deliverySeq, endpointSeq, extraSeq, number, messageId, scheduleUsed } = attempt;
    const success = succeeded(result);
    outcomes.succeeded.push(success);
    const written = {
      deliverySeq,
      statusCode: result.statusCode ?? null,
      error: result.error ?? null,
      number,
      leftAt,
    };
    // A failed attempt beside the schedule changes no status; listeners reread all the same.
    let status: DeliveryStatus = success ? 'Success' : 'Failed';
    if (extraSeq === null) {
      const { status: next, dueAt } = nextState(success, scheduleUsed, endedAt);
      status = next;
      outcomes.scheduled.push({ ...written, status: next, dueAt, scheduleUsed });
      if (dueAt !== null)
        outcomes.due.set(endpointSeq, Math.min(dueAt, outcomes.due.get(endpointSeq) ?? dueAt));
    } else outcomes.extra.push({ ...written, extraSeq, succeeded: success });
    const webhookId = registry.bySeq(endpointSeq).row.id;
    outcomes.announced.push({ type: 'delivery', messageId, webhookId, status });
  }
  return outcomes;
};

const isUnsent = ({ result }: FinishedAttempt): boolean => result.ownFault !== undefined;

/** A lease goes with the last of its attempts. */
const endLeases = async (tx: Tx, ended: readonly FinishedAttempt[]): Promise<void> => {
  const left = new Map<Lease, number>();
  for (const { attempt } of ended) {
    const { lease } = attempt;
    left.set(lease, (left.get(lease) ?? lease.left) - 1);
  }
  await deleteLeases(
    tx,
    [...left].filter(([, count]) => count === 0).map(([{ seq }]) => seq),
  );
};

const attemptRow = (
  { attempt, sent, sentSecrets, leftAt, result }: FinishedAttempt,
  { registry, keepResponse, known }: RecordParts,
): EndedAttempt => {
  const present = registry.secretsOf(registry.bySeq(attempt.endpointSeq));
  const { responseHeadersJson, responseBody } = keepResponse(result, [sentSecrets, present, known]);
  return {
    messageId: attempt.messageId,
    sent,
    delivery_seq: attempt.deliverySeq,
    number: attempt.number,
    trigger: attempt.trigger,
    at: leftAt,
    duration_ms: result.durationMs,
    status_code: result.statusCode ?? null,
    error: result.error ?? null,
    response_headers_json: responseHeadersJson,
    response_body: responseBody,
    local_address: result.localAddress ?? null,
  };
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
