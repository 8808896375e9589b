/**
 * What triggers keep of the tables, as those of `service.db` do. Each runs once a statement, over all rows that it
 * changed: a batch of deliveries costs one update of an endpoint's counters.
 */

/** A function and the statements after which it runs. */
const trigger = (
  name: string,
  table: string,
  events: readonly ('insert' | 'update' | 'delete')[],
  body: string,
) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  ...events.map((event) => {
    const rows = {
      insert: 'new table as new_rows',
      update: 'old table as old_rows new table as new_rows',
      delete: 'old table as old_rows',
    };
    return `create trigger ${name}_by_${event} after ${event} on ${table} referencing ${rows[event]}
      for each statement execute function ${name}()`;
  }),
];

/** One function for each event, as each has other rows to look at. */
const perEvent = (
  name: string,
  table: string,
  bodies: Readonly<Partial<Record<'insert' | 'update' | 'delete', string>>>,
): string[] =>
  (Object.entries(bodies) as ['insert' | 'update' | 'delete', string][]).flatMap(([event, body]) =>
    trigger(`${name}_${event}`, table, [event], body),
  );

const revised = (companies: string): string =>
  `update companies set revision = revision + 1 where id in (${companies});`;
const ofConnections = (rows: string): string =>
  `select company_id from connections where id in (select connection_id from ${rows})`;

/** Companies of changed connections whose number of Linked ones became none, or ceased to be. */
const linkedChange = (oldRows: string | undefined, newRows: string | undefined): string => {
  const touched = [oldRows, newRows].flatMap((rows) =>
    rows === undefined ? [] : [`select company_id, seq from ${rows}`],
  );
  const before =
    oldRows === undefined
      ? 'false'
      : `exists (select 1 from ${oldRows} o where o.company_id = t.company_id and o.status = 'Linked')`;
  const changed = touched.join(' union ');
  return `update linked_companies set count = count + (
    select coalesce(sum(
      (exists (select 1 from connections c where c.company_id = t.company_id and c.status = 'Linked'))::int
      - (${before} or exists (select 1 from connections c where c.company_id = t.company_id and c.status = 'Linked'
          and c.seq not in (select seq from (${changed}) as changed)))::int), 0)
    from (select distinct company_id from (${changed}) as changed) as t);`;
};

const statuses = {
  waiting: "('Sending', 'Attempting')",
  succeeded: "('Success')",
  failed: "('Failed')",
  cancelled: "('Cancelled')",
};

export const triggers: readonly string[] = [
  // A company's revision rises with whatever it shows: its own row, its connections and their errors.
  `create function company_revised() returns trigger language plpgsql as $$ begin
    if new.revision = old.revision then new.revision := old.revision + 1; end if; return new; end $$`,
  `create trigger company_revised before update on companies for each row execute function company_revised()`,
  ...perEvent('company_revision', 'companies', {
    insert: `update company_revision set revision = revision + 1, total = total + (select count(*) from new_rows);`,
    update: `if exists (select 1 from new_rows) then update company_revision set revision = revision + 1; end if;`,
    delete: `update company_revision set revision = revision + 1, total = total - (select count(*) from old_rows);`,
  }),
  ...perEvent('connections_revised', 'connections', {
    insert: revised('select company_id from new_rows'),
    update: revised('select company_id from old_rows union select company_id from new_rows'),
    delete: revised('select company_id from old_rows'),
  }),
  ...perEvent('connection_errors_revised', 'connection_errors', {
    insert: revised(ofConnections('new_rows')),
    update: revised(`${ofConnections('old_rows')} union ${ofConnections('new_rows')}`),
    delete: revised(ofConnections('old_rows')),
  }),

  // A block is counted once a later one has begun. Numbers may be left out, as those of what was rolled back are.
  ...perEvent('company_blocks_counted', 'companies', {
    insert: `insert into company_blocks
      select block, (select count(*) from companies where seq >= block << 11 and seq < (block + 1) << 11)
      from generate_series(
        (select coalesce(max(block), -1) + 1 from company_blocks),
        (select (max(seq) >> 11) - 1 from companies)) as block;`,
    delete: `update company_blocks set count = company_blocks.count - gone.count
      from (select seq >> 11 as block, count(*) as count from old_rows group by 1) as gone
      where company_blocks.block = gone.block;`,
  }),

  ...perEvent('linked_companies_counted', 'connections', {
    insert: linkedChange(undefined, 'new_rows'),
    update: linkedChange('old_rows', 'new_rows'),
    delete: linkedChange('old_rows', undefined),
  }),
  // However a connection loses its link, nothing of it is scheduled any more.
  ...perEvent('sync_schedules_ended', 'connections', {
    update: `delete from sync_schedules where connection_id in (
      select n.id from new_rows n join old_rows o on o.seq = n.seq where o.status = 'Linked' and n.status <> 'Linked');`,
  }),

  ...perEvent('endpoints_counted', 'endpoints', {
    insert: `insert into endpoint_counts (endpoint_seq) select seq from new_rows;`,
  }),
  // An endpoint's counters follow the status of each delivery, whoever changes it.
  ...perEvent('deliveries_counted', 'deliveries', {
    insert: `update endpoint_counts set waiting = waiting + added.count
      from (select endpoint_seq, count(*) as count from new_rows where origin <> 'test' group by 1) as added
      where endpoint_counts.endpoint_seq = added.endpoint_seq;`,
    update: `update endpoint_counts set ${Object.keys(statuses)
      .map((name) => `${name} = endpoint_counts.${name} + changed.${name}`)
      .join(', ')}
      from (select n.endpoint_seq, ${Object.entries(statuses)
        .map(([name, of]) => `sum((n.status in ${of})::int - (o.status in ${of})::int) as ${name}`)
        .join(', ')}
        from new_rows n join old_rows o on o.seq = n.seq where n.status <> o.status and n.origin <> 'test'
        group by 1) as changed
      where endpoint_counts.endpoint_seq = changed.endpoint_seq;`,
  }),
];
