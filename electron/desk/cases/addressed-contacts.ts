import type { CaseState } from './state.ts';

/** The integrator's contacts with an address: who a mail of the case is for. */
export const addressedContacts = ({
  contacts,
}: Pick<CaseState, 'contacts'>): { name: string; email: string }[] =>
  contacts.flatMap(({ party, name, email }) =>
    party === 'integrator' && email !== undefined ? [{ name, email }] : [],
  );
