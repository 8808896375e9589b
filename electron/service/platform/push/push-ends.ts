import { toIso } from '#base/clock.ts';
import type { PushValidation } from '#contract/push.ts';
import type { WriteEvent } from '#service/core/domain-events.ts';
import type { Catalogue } from '#service/platform/catalogue.ts';
import { transition } from '#service/platform/connection-status.ts';
import { loadCompany } from '#service/platform/load-companies.ts';
import { settle } from '#service/platform/settle.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  countPushesDue,
  type DuePush,
  duePushes,
  endPush,
  nextPushDueAt,
  upcomingPushes,
} from '#service/store/pushes.ts';
import type { Tx } from '#service/store/store.ts';
import { endOfPush, type PushOutcome } from './end-of-push.ts';

/**
 * Ends pushes when their time has come: the row, the lost link of a connection whose token proved dead, and the events,
 * in one unit of work. Source: `docs/reference/rules/push.md#states`.
 */
export const createPushEnds = (context: ServiceContext, catalogue: Catalogue): TimedSource => ({
  name: 'pushes',

  nextDueAt: nextPushDueAt,

  upcoming: async (reader, limit) =>
    (await upcomingPushes(reader, limit)).map(({ data_type, connection_id, due_at }) => ({
      what: `End of a push: ${data_type}`,
      at: due_at as number,
      count: 1,
      subject: connection_id,
    })),

  countUntil: async (reader, until) => ({
    what: 'end of a push',
    count: await countPushesDue(reader, until),
  }),

  async runDue(tx, now, limit) {
    const due = await duePushes(tx, now, limit);
    /** Connections that have lost their link in this batch. */
    const lost = new Set<string>();
    for (const push of due) {
      const outcome = endOfPush(endingOf(context, catalogue, push, lost.has(push.connection_id)));
      await end(tx, context, push, outcome);
      if (outcome.deauthorizes) lost.add(push.connection_id);
    }
    return due.length;
  },
});

const endingOf = (context: ServiceContext, catalogue: Catalogue, push: DuePush, isLost: boolean) => ({
  integration: push.platform_key === null ? undefined : catalogue.get(push.platform_key),
  dataType: push.data_type,
  tokenSet: tokenSetOf(push),
  seed: context.seed,
  at: push.due_at,
  requestedAt: push.requested_at,
  timeoutMinutes: push.timeout_minutes,
  errors: errorsOf(push),
  connectionStatus: isLost ? ('Deauthorized' as const) : (push.connection_status ?? undefined),
});

const tokenSetOf = ({ token_set_id, behaviour, issued_at }: DuePush) =>
  token_set_id === null || behaviour === null || issued_at === null
    ? undefined
    : { id: token_set_id, behaviour, issuedAt: issued_at };

const errorsOf = ({ validation_json }: DuePush): number =>
  validation_json === null ? 0 : (JSON.parse(validation_json) as PushValidation).errors.length;

const end = async (tx: Tx, context: ServiceContext, push: DuePush, outcome: PushOutcome): Promise<void> => {
  await endPush(tx, {
    seq: push.seq,
    completed_at: push.due_at,
    status: outcome.status,
    status_code: outcome.statusCode,
    error_message: outcome.errorMessage,
  });
  if (outcome.deauthorizes) await deauthorize(tx, context, push, outcome);
  await context.publish(tx, await eventOf(tx, context, push, outcome));
};

const deauthorize = (
  tx: Tx,
  context: ServiceContext,
  push: DuePush,
  { errorMessage }: PushOutcome,
): Promise<void> => {
  const change = transition('Linked', 'deauthorize');
  const connection = {
    id: push.connection_id,
    companyId: push.company_id,
    status: change?.to ?? 'Deauthorized',
    last_sync_at: push.last_sync_at,
    first_read_ended: push.first_read_ended ?? 0,
  };
  const error = {
    connection_id: push.connection_id,
    status_code: '401',
    status_text: 'Unauthorized',
    error_message: errorMessage ?? '',
    errored_at: push.due_at,
    resolved_at: null,
  };
  return settle(tx, context, { errors: [error], happenings: [{ kind: 'disconnected', connection }] });
};

const eventOf = async (
  tx: Tx,
  { pages }: ServiceContext,
  push: DuePush,
  { status }: PushOutcome,
): Promise<WriteEvent> => ({
  type: `${push.data_type}.write.${status === 'Success' ? 'successful' : 'unsuccessful'}`,
  company: await loadCompany(tx, push.company_id, pages),
  connectionId: push.connection_id,
  dataType: push.data_type,
  push: {
    id: push.id,
    requestedOnDate: toIso(push.requested_at),
    completedOnDate: toIso(push.due_at),
    status,
    recordId: push.record_id,
  },
});
