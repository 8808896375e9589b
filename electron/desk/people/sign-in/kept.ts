import type { ProviderAccount } from '#desk/people/people-state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { PersonSignInRow } from '#desk/store/person-sign-ins.ts';
import type { SignInState } from './standing.ts';

/** A sign-in as it is kept: with tokens of the provider, so sealed. */
export interface KeptSignIn extends SignInState, ProviderAccount {
  /** Empty once the provider said no. */
  readonly handle: string;
}

type Keys = Pick<DeskContext, 'sealer'>;

const placeOf = (personId: string): string => `sign-in ${personId}`;

export const rowOf = ({ sealer }: Keys, personId: string, kept: KeptSignIn): PersonSignInRow => ({
  person_id: personId,
  content: sealer.seal(JSON.stringify(kept), placeOf(personId)),
});

/** Undefined where it was not sealed here: then the person signs in again. */
export const keptIn = ({ sealer }: Keys, row: PersonSignInRow): KeptSignIn | undefined => {
  const text = sealer.openIfPossible(row.content, placeOf(row.person_id));
  return text === undefined ? undefined : (JSON.parse(text) as KeptSignIn);
};
