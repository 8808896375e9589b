import { type Kysely, sql } from 'kysely';

/**
 * Headers and bodies of requests and their responses, masked, beside the request log: its rows stay narrow, and these go
 * sooner. `bytes` comes before what may be long, so that a sum reads no further.
 */
export const exchanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table exchanges (
    seq integer primary key, at integer not null, bytes integer not null, query text,
    request_headers_json text not null, response_headers_json text not null,
    request_bytes integer, request_state text not null, response_bytes integer, response_state text not null,
    request_body text, response_body text) strict`,
  `alter table requests add column recorded text`,
  `alter table requests add column origin text`,
  `alter table requests add column fault text`,
];
