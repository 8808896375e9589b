import type { Selectable } from 'kysely';
import type { PersonSignInTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Sign-ins at the identity provider, one of each person. Each is sealed before it comes here. */
export type PersonSignInRow = Selectable<PersonSignInTable>;

export const readPersonSignIns = ({ db }: Reader): Promise<PersonSignInRow[]> =>
  db.selectFrom('person_sign_ins').selectAll().orderBy('person_id').execute();

/** In the place of the one before. */
export const putPersonSignIn = async ({ db }: Tx, row: PersonSignInRow): Promise<void> => {
  await db
    .insertInto('person_sign_ins')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ content: row.content }))
    .execute();
};

export const dropPersonSignIn = async ({ db }: Tx, personId: string): Promise<void> => {
  await db.deleteFrom('person_sign_ins').where('person_id', '=', personId).execute();
};

/** What is in a backup was used since: to use it again would end the sign-in at the provider. */
export const dropPersonSignIns = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('person_sign_ins').execute();
};
