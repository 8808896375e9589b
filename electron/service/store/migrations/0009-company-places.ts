import { type Kysely, sql } from 'kysely';

/**
 * How many companies there are, and how many of each block of 2,048 successive `seq` that is full, kept by triggers:
 * a numbered page is found without passing over all rows before it. A block is counted when the next one begins, so
 * that creating a company costs no write of its own.
 */
export const companyPlaces = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table company_revision add column total integer not null default 0`,
  `update company_revision set total = (select count(*) from companies)`,
  `drop trigger company_revision_by_insert`,
  `drop trigger company_revision_by_delete`,
  `create trigger company_revision_by_insert after insert on companies begin
    update company_revision set revision = revision + 1, total = total + 1; end`,
  `create trigger company_revision_by_delete after delete on companies begin
    update company_revision set revision = revision + 1, total = total - 1; end`,

  // Block n holds the `seq` from 2048·n to 2048·n + 2047.
  `create table company_blocks (block integer primary key, count integer not null) strict`,
  `insert into company_blocks select seq >> 11, count(*) from companies
    where seq >> 11 < (select seq >> 11 from sqlite_sequence where name = 'companies') group by 1`,
  `create trigger company_block_counted after insert on companies when new.seq & 2047 = 0 begin
    insert into company_blocks select (new.seq >> 11) - 1, count(*) from companies
      where seq >= new.seq - 2048 and seq < new.seq; end`,
  `create trigger company_block_by_delete after delete on companies begin
    update company_blocks set count = count - 1 where block = old.seq >> 11; end`,
];
