import type { Reader } from './store.ts';

/** How much falls due up to an instant (`until`, ms UTC, inclusive). Each count keeps to an index of what waits. */

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
  (await query.executeTakeFirstOrThrow()).count;

/** Attempts of one endpoint, extra ones too. */
export const countDeliveriesDue = async (
  { db }: Reader,
  endpointSeq: number,
  until: number,
): Promise<number> => {
  const scheduled = await count(
    db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('endpoint_seq', '=', endpointSeq)
      .where('due_at', 'is not', null)
      .where('leased_by', 'is', null)
      .where('due_at', '<=', until),
  );
  const extra = await count(
    db
      .selectFrom('extra_attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('endpoint_seq', '=', endpointSeq)
      .where('leased_by', 'is', null)
      .where('due_at', '<=', until),
  );
  return scheduled + extra;
};

export const countAlertsDue = ({ db }: Reader, until: number): Promise<number> =>
  count(
    db
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .where('leased_by', 'is', null)
      .where('due_at', '<=', until),
  );

export const countMailsDue = ({ db }: Reader, until: number): Promise<number> =>
  count(
    db
      .selectFrom('alert_mails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .where('leased_by', 'is', null)
      .where('due_at', '<=', until),
  );

export const countDatasetsDue = ({ db }: Reader, until: number): Promise<number> =>
  count(
    db
      .selectFrom('datasets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .where('due_at', '<=', until),
  );
