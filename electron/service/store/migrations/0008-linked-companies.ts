import { type Kysely, sql } from 'kysely';

/**
 * How many companies have a Linked connection, kept by triggers: it is asked for after each change of a connection, and
 * counting takes longer the more there are.
 */
export const linkedCompanies = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Whether no other connection of the company is Linked, by the index of those. */
const alone = (row: 'old' | 'new'): string => `not exists (select 1 from connections as other
  where other.company_id = ${row}.company_id and other.status = 'Linked' and other.seq <> ${row}.seq)`;

const statements = [
  `create table linked_companies (count integer not null) strict`,
  `insert into linked_companies select count(distinct company_id) from connections where status = 'Linked'`,
  `create trigger linked_by_insert after insert on connections
    when new.status = 'Linked' and ${alone('new')} begin
    update linked_companies set count = count + 1; end`,
  `create trigger linked_by_update after update of status on connections
    when (new.status = 'Linked') <> (old.status = 'Linked') and ${alone('new')} begin
    update linked_companies set count = count + (new.status = 'Linked') - (old.status = 'Linked'); end`,
  `create trigger linked_by_delete after delete on connections
    when old.status = 'Linked' and ${alone('old')} begin
    update linked_companies set count = count - 1; end`,
];
