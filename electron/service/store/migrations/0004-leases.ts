import { type Kysely, sql } from 'kysely';

/**
 * Leases of deliveries are rows of their own, one for what leaves together, instead of a mark on each delivery. What
 * an earlier version had under way becomes such a row, so that it is recovered in the same way.
 */
export const leases = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table leases (
    seq integer primary key, generation integer not null, endpoint_seq integer not null, at integer not null,
    members_json text not null) strict`,
  `insert into leases (generation, endpoint_seq, at, members_json)
    select leased_by, endpoint_seq, coalesce(last_attempt_at, 0),
      json_group_array(json_array(seq, coalesce(number, max(attempts, 1)), origin, null))
    from deliveries indexed by deliveries_leased where leased_by is not null group by 1, 2, 3`,
  `insert into leases (generation, endpoint_seq, at, members_json)
    select e.leased_by, e.endpoint_seq, coalesce(d.last_attempt_at, 0),
      json_group_array(json_array(d.seq, coalesce(e.number, max(d.attempts, 1)), e.trigger, e.seq))
    from extra_attempts e join deliveries d on d.seq = e.delivery_seq
    where e.leased_by is not null group by 1, 2, 3`,
  // It was used up when the attempt left; now it is when the attempt is recorded.
  `update deliveries indexed by deliveries_leased set schedule_used = schedule_used - 1
    where leased_by is not null`,
  `drop index deliveries_due`,
  `drop index deliveries_leased`,
  `alter table deliveries drop column leased_by`,
  `create index deliveries_due on deliveries (endpoint_seq, due_at, seq) where due_at is not null`,
  `drop index extra_attempts_due`,
  `alter table extra_attempts drop column leased_by`,
  `create index extra_attempts_due on extra_attempts (endpoint_seq, due_at, seq)`,
];
