import type { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Identity, Oidc } from '#desk/people/oidc/oidc.ts';
import type { People } from '#desk/people/people.ts';
import type { PersonState } from '#desk/people/people-state.ts';
import { createAsking } from './asking.ts';
import type { SignIn } from './sign-in.ts';
import type { Standings } from './standings.ts';

interface SignInParts {
  readonly oidc: Oidc;
  readonly people: People;
  readonly standings: Standings;
  /** Ends all sessions of a person. */
  readonly endSessions: (personId: string) => void;
  readonly time: Pick<typeof systemTime, 'now' | 'after' | 'every'>;
  readonly log: Log;
}

/** Sign-in by the provider. Source: `docs/reference/rules/people.md`. */
export const createSignIn = (parts: SignInParts): SignIn => {
  const { oidc, people, standings, endSessions } = parts;
  const asking = createAsking(parts);
  return {
    provider: { issuer: oidc.issuer, host: new URL(oidc.issuer).host },
    begin: () => oidc.begin(),
    async finish(flow, callback) {
      const identity = await oidc.finish(flow, callback);
      const person = people.byAccount(identity) ?? (await linked(people, identity));
      const { id, name } = person;
      const gone = () => new CatalogueError('signIn.personLeft', { name });
      if (person.left !== undefined) throw gone();
      // Where the provider ended the sign-in before, this one brings back none of the sessions of then.
      if (people.suspensionOf(id)?.why === 'refused') endSessions(id);
      await standings.begin(id, identity, identity.sessionHandle);
      const caller = people.callerOf(id);
      if (caller === undefined) throw gone();
      await people.signedIn(caller, 'provider');
      return caller;
    },
    start: asking.start,
    stop: asking.stop,
  };
};

/** An account that nobody has is its owner's by the address that the provider vouches for, the first time. */
const linked = async (people: People, identity: Identity): Promise<PersonState> => {
  const { issuer, subject, emailVerified } = identity;
  const account = accountText(identity);
  const refuse = (problem: string) => new CatalogueError('signIn.noPerson', { issuer, account, problem });
  const login = loginOf(identity);
  if (login === undefined) throw refuse('it told no e-mail address that can be a sign-in name');
  if (!emailVerified) throw refuse('it does not say that this address was verified');
  const person = people.byLogin(login);
  if (person === undefined) throw refuse('nobody on this desk has that sign-in name');
  if (person.left !== undefined) throw new CatalogueError('signIn.personLeft', { name: person.name });
  if (person.provider !== undefined)
    throw refuse(`${person.name} signs in by another account, which an admin can unlink`);
  await people.link(person.id, { issuer, subject });
  return people.show(person.id);
};

/** Beyond ASCII, letters that only look alike could become those of somebody else's address. */
const loginOf = ({ email }: Identity): string | undefined =>
  email !== undefined && /^[\x21-\x7e]{1,100}$/.test(email) ? email.toLowerCase() : undefined;

const accountText = ({ email, preferredUsername, subject }: Identity): string =>
  email ?? preferredUsername ?? subject;
