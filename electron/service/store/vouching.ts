import type { ControlLine } from '#base/store/postgres/control-line.ts';

/** How a process says until when all that it answered is in the log. */
export interface Vouching {
  /** The server's time, as it writes it. */
  now(): Promise<string>;
  /** @param answers whether it answers the public API at all */
  vouch(generation: number, until: string, answers: boolean): Promise<void>;
  /** Calls since it vouched last are lost: it begins anew, and the time between is not observed. */
  beginAnew(generation: number): Promise<void>;
  /** It answers no more, and everything is written. */
  end(generation: number): Promise<void>;
}

/** By the control line: nothing of it waits for a turn. */
export const createVouching = (line: ControlLine, schema: string): Vouching => {
  const [watches, now] = [`"${schema}".call_watches`, `"${schema}".observed_now()`];
  const open = 'generation = $1 and ended is null';
  return {
    async now() {
      const [row] = await line.query<{ at: string }>(`select ${now}::text as at`, []);
      return row?.at ?? '';
    },
    async vouch(generation, until, answers) {
      await line.run(
        `update ${watches} set until = greatest(until, $2::timestamptz), answers = $3 where ${open}`,
        [generation, until, Number(answers)],
      );
    },
    async beginAnew(generation) {
      await line.run(
        `with former as (update ${watches} set ended = greatest(${now}, until) where ${open} returning generation, answers, ended)
          insert into ${watches} (generation, since, until, answers) select generation, ended, ended, answers from former`,
        [generation],
      );
    },
    async end(generation) {
      await line.run(
        `with said as (select ${now} as at)
          update ${watches} set until = greatest(until, said.at), ended = greatest(until, said.at) from said where ${open}`,
        [generation],
      );
    },
  };
};
