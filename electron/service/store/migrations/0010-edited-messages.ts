import { type Kysely, sql } from 'kysely';

/** Messages that a person made by editing the payload of another one; the other may be removed before it. */
export const editedMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table edited_messages (
    message_seq integer primary key, original_id text not null) strict`,
  `create index edited_messages_by_original on edited_messages (original_id, message_seq)`,
];
