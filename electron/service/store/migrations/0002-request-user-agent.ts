import { type Kysely, sql } from 'kysely';

/**
 * The request log says who called, and never uses a seq again: whoever copies from it asks for what came after a
 * seq, also across a reset.
 */
export const requestUserAgent = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const columns =
  'seq, at, method, path, route, status_code, duration_ms, correlation_id, api_key_id, deprecated';

const statements = [
  `create table requests_anew (
    seq integer primary key autoincrement, at integer not null, method text not null, path text not null,
    route text, status_code integer not null, duration_ms real not null, correlation_id text not null,
    api_key_id text, deprecated integer not null, user_agent text) strict`,
  `insert into requests_anew (${columns}) select ${columns} from requests order by seq`,
  `drop table requests`,
  `alter table requests_anew rename to requests`,
  `create index requests_deprecated on requests (seq) where deprecated = 1`,
];
