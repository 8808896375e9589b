import type { AlertPayload } from '#contract/legacy.ts';
import type { LeasedSource } from '#service/scheduler/source.ts';
import {
  freeMailLeases,
  type LeasedMail,
  leaseMails,
  mailPutOff,
  mailWritten,
  nextMailsDue,
} from '#service/store/alert-mails.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countMailsDue } from '#service/store/due-counts.ts';
import { composeMail } from './mail.ts';
import type { Outbox } from './outbox.ts';

/** Mails in flight at most: each is a file that is flushed to disk. */
const places = 8;
/** A mail that could not be written is tried again after this, ms, until it can: only this machine is in the way. */
const putOffMs = 60_000;

interface EndedMail {
  readonly mail: LeasedMail;
  /** ms UTC */
  readonly endedAt: number;
  readonly problem?: Error;
}

/**
 * Writes mails into the outbox. Source: `docs/reference/rules/legacy.md#mails`. Crash policy: the row is there before the file; a file
 * is named by its alert, so that its repeat takes its place.
 */
export const createMailsDue = (
  context: ServiceContext,
  outbox: Outbox,
): LeasedSource<LeasedMail, EndedMail> => {
  const { clock, holder, log } = context;
  let inFlight = 0;

  const write = async (mail: LeasedMail): Promise<void> => {
    const payload: AlertPayload = JSON.parse(mail.payloadJson);
    const { createdAt, alertId } = mail;
    await outbox.write(alertId, await composeMail({ to: JSON.parse(mail.toJson), payload, createdAt }));
  };

  return {
    name: 'mails',
    nextDueAt: async (reader) => (inFlight < places ? (await nextMailsDue(reader))?.dueAt : undefined),
    async upcoming(reader) {
      const next = await nextMailsDue(reader);
      return next === undefined ? [] : [{ what: 'mail', at: next.dueAt, count: next.count }];
    },
    countUntil: async (reader, until) => ({ what: 'mail', count: await countMailsDue(reader, until) }),
    recover: freeMailLeases,
    async lease(tx, now) {
      if (inFlight >= places) return [];
      return leaseMails(tx, { now, generation: holder(), limit: places - inFlight });
    },
    leased(mails) {
      inFlight += mails.length;
    },
    start(mail, ended) {
      write(mail).then(
        () => ended({ mail, endedAt: clock.now() }),
        (problem: Error) => ended({ mail, endedAt: clock.now(), problem }),
      );
    },
    async record(tx, results) {
      for (const { mail, endedAt, problem } of results) {
        if (problem === undefined) await mailWritten(tx, { ...mail, at: endedAt });
        else await mailPutOff(tx, { seq: mail.seq, dueAt: endedAt + putOffMs });
      }
    },
    abandoned() {
      inFlight = 0;
    },
    recorded(results) {
      inFlight -= results.length;
      for (const { mail, problem } of results) {
        if (problem === undefined) context.announce({ type: 'alert', alertId: mail.alertId, status: 'Sent' });
        else log.warn({ err: problem, alertId: mail.alertId }, 'A mail could not be written into the outbox');
      }
    },
  };
};
