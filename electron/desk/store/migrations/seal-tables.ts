/** Also made again where they were taken away by hand, which shows. Never changed once released. */
export const sealTables: readonly string[] = [
  `create table if not exists row_tags (tbl text not null, row_key text not null, tag blob not null,
    constraint row_tags_key primary key (tbl, row_key)) without rowid`,
  'create table if not exists row_sums (tbl text primary key not null, sum blob not null)',
];
