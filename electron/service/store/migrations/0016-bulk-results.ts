import { type Kysely, sql } from 'kysely';

/**
 * The result of each delivery of a bulk resend stands in its own row, and that of the whole in its: retention removes
 * attempts. A request of its caller is known again by its digest.
 */
export const bulkResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table bulk_resends add column request_digest text',
  'alter table bulk_resends add column result_json text',
  'alter table bulk_resend_items add column extra_seq integer',
  'alter table bulk_resend_items add column status_code integer',
  'alter table bulk_resend_items add column error text',
  `create index bulk_resend_items_queued on bulk_resend_items (extra_seq) where state = 'queued'`,
  `update bulk_resend_items set
      state = iif(attempt.error is null and attempt.status_code between 200 and 299, 'delivered', 'failed'),
      status_code = attempt.status_code, error = attempt.error
    from attempts as attempt
    where state = 'queued' and attempt.seq = (
      select min(seq) from attempts where delivery_seq = bulk_resend_items.delivery_seq and trigger = 'resend'
        and seq > bulk_resend_items.after_attempt and error is not 'Interrupted')`,
  `update bulk_resend_items set extra_seq = (
      select min(seq) from extra_attempts where delivery_seq = bulk_resend_items.delivery_seq and trigger = 'resend')
    where state = 'queued'`,
  `update bulk_resend_items set state = 'cancelled' where state = 'queued' and extra_seq is null
    and delivery_seq not in (
      select member.value ->> 0 from leases, json_each(leases.members_json) as member)`,
  `update bulk_resends set result_json = json_object(
      'counts', json((select json_group_object(state, count) from (
        select state, count(*) as count from bulk_resend_items where bulk_seq = bulk_resends.seq group by state))),
      'refused', json((select json_group_array(json_array(endpoint_seq, reason, count)) from (
        select endpoint_seq, reason, count(*) as count from bulk_resend_items
        where bulk_seq = bulk_resends.seq and state = 'refused'
        group by endpoint_seq, reason order by count desc, endpoint_seq))))
    where not exists (
      select 1 from bulk_resend_items where bulk_seq = bulk_resends.seq and state in ('waiting', 'queued'))`,
];
