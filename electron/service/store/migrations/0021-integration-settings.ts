import { type Kysely, sql } from 'kysely';

/** What an integrator sets for data types of an integration: supplemental data, and custom data types. */
export const integrationSettings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table integration_settings (
          kind text not null, platform_key text not null, name text not null, value_json text not null,
          primary key (kind, platform_key, name)) strict, without rowid`,
      )
      .execute(db);
  },
};
