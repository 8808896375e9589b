import { type Kysely, sql } from 'kysely';

/**
 * The log keeps headers that repeat once, and of the others only what does not follow from the message. Attempts of
 * before stay as they are: rewriting a large log would delay the start. Those written from now on have an empty text in
 * `request_headers_json`.
 */
export const narrowAttempts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table header_sets (
    seq integer primary key, headers_json text not null, first_attempt_seq integer not null) strict`,
  ...[
    'sent_at integer',
    'signature text',
    'request_set integer',
    'response_set integer',
    'on_virtual_clock integer',
  ].map((column) => `alter table attempts add column ${column}`),
];
