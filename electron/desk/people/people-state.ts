import type { JournalAction, TokenNote } from '#contract/journal.ts';
import type { Grant } from '#contract/people.ts';

/** The people of the desk, as the journal tells of them. */

export interface TokenState extends Omit<TokenNote, 'personId'> {
  readonly issued: string;
  readonly revoked?: string;
}

/** A key that a person signs approvals with. */
export interface KeyState {
  readonly keyId: string;
  readonly publicKey: string;
  readonly name: string;
  readonly added: string;
  readonly removed?: string;
}

/** An account at a provider of sign-ins. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

export interface PersonState {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly added: string;
  readonly left?: string;
  readonly grants: readonly Grant[];
  readonly provider?: ProviderAccount;
  readonly tokens: readonly TokenState[];
  readonly keys: readonly KeyState[];
}

/** Whether both are the same account of the same provider. */
export const isSameAccount = (one: ProviderAccount, other: ProviderAccount): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

/** Tokens that were created in sessions of a token, and in sessions of these. */
export const childrenOf = (tokens: readonly TokenState[], tokenId: string): TokenState[] =>
  tokens
    .filter(({ parentId }) => parentId === tokenId)
    .flatMap((one) => [one, ...childrenOf(tokens, one.tokenId)]);

export type PeopleState = ReadonlyMap<string, PersonState>;

/** What takes something away: it counts also where the chain before it is broken. */
export const refusingKinds: ReadonlySet<string> = new Set([
  'person.left',
  'person.unlinked',
  'person.keyRemoved',
  'token.revoked',
]);

/** The people after an entry; the same where it tells of something else, or of nobody here. */
export const afterEntry = (people: PeopleState, action: JournalAction, at: string): PeopleState => {
  if (action.kind === 'person.added') {
    const { personId: id, login, name, grants } = action.content;
    return new Map(people).set(id, { id, login, name, added: at, grants, tokens: [], keys: [] });
  }
  const personId = personIn(action);
  const person = personId === undefined ? undefined : people.get(personId);
  const after = person && changed(person, action, at);
  return after === undefined ? people : new Map(people).set(after.id, after);
};

const personIn = ({ kind, content }: JournalAction): string | undefined =>
  kind.startsWith('person.') || kind.startsWith('token.')
    ? (content as { readonly personId: string }).personId
    : undefined;

const changed = (person: PersonState, action: JournalAction, at: string): PersonState | undefined => {
  switch (action.kind) {
    case 'person.renamed':
      return { ...person, name: action.content.name };
    case 'person.granted':
      return { ...person, grants: action.content.grants };
    case 'person.linked': {
      const { issuer, subject } = action.content;
      return { ...person, provider: { issuer, subject } };
    }
    case 'person.unlinked': {
      const { provider: _, ...rest } = person;
      return rest;
    }
    case 'person.left':
      return { ...person, left: at, tokens: person.tokens.map((token) => ({ revoked: at, ...token })) };
    case 'person.returned': {
      const { left: _, ...rest } = person;
      return rest;
    }
    case 'person.keyAdded': {
      const { keyId, publicKey, name } = action.content;
      return { ...person, keys: [...person.keys, { keyId, publicKey, name, added: at }] };
    }
    case 'person.keyRemoved': {
      const { keyId } = action.content;
      const keys = person.keys.map((one) => (one.keyId === keyId ? { removed: at, ...one } : one));
      return { ...person, keys };
    }
    case 'token.issued': {
      const { personId: _, ...token } = action.content;
      return { ...person, tokens: [...person.tokens, { ...token, issued: at }] };
    }
    case 'token.revoked': {
      const { tokenId } = action.content;
      const tokens = person.tokens.map((one) => (one.tokenId === tokenId ? { revoked: at, ...one } : one));
      return { ...person, tokens };
    }
    default:
      return undefined;
  }
};
