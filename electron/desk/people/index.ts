import { canonical } from '#base/canonical.ts';
import { type Clock, systemTime, toIso } from '#base/clock.ts';
import { isSignedBy } from '#base/signing.ts';
import type { KeyStatement } from '#contract/approvals.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalAction } from '#contract/journal.ts';
import type { Grant, PersonRequest, Suspension, TokenRequest } from '#contract/people.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readOwnEntries } from '#desk/journal/own-entries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { hasJournalKind } from '#desk/store/journal.ts';
import { endingOf, newAccessToken, tokenDigest } from './access-token.ts';
import { createEndings } from './endings.ts';
import type { Caller, People } from './people.ts';
import {
  afterEntry,
  childrenOf,
  isSameAccount,
  type PeopleState,
  type PersonState,
  refusingKinds,
  type TokenState,
} from './people-state.ts';

/** Of one person: more are a sign of tokens that nobody revokes. */
const mostTokens = 50;
const mostKeys = 20;
const dayMs = 86_400_000;

type PeopleContext = Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'newId' | 'announce'>;

interface PeopleOptions {
  readonly every?: typeof systemTime.every;
  /** Of a person who has not left. Left out: nobody is suspended. */
  readonly suspensionOf?: (person: PersonState) => Suspension | undefined;
}

type Decide = () => JournalAction | readonly JournalAction[] | undefined;

/** The people of the desk, read from its journal. */
export const openPeople = async (
  context: PeopleContext,
  clock: Clock = systemTime,
  { every = systemTime.every, suspensionOf = () => undefined }: PeopleOptions = {},
): Promise<People> => {
  const { store, newId, announce } = context;
  const journal = createJournal(context);
  const used = new Map<string, number>();
  // Whoever breaks the journal locks people out, and does not make the desk one of a single person.
  let isTeam = await store.read((reader) => hasJournalKind(reader, 'person.added'));
  let people = await store.read(async (reader) => {
    if (!isTeam) return new Map() as PeopleState;
    const entries = await readOwnEntries(context, reader, /^(person|token)\./, (kind) =>
      refusingKinds.has(kind),
    );
    return entries.reduce((known, { action, at }) => afterEntry(known, action, at), new Map() as PeopleState);
  });

  const show = (personId: string): PersonState => {
    const found = people.get(personId);
    if (found === undefined) throw new CatalogueError('people.notFound', { id: personId });
    return found;
  };
  const byLogin: People['byLogin'] = (login) => [...people.values()].find((one) => one.login === login);
  const byAccount: People['byAccount'] = (account) =>
    [...people.values()].find(({ provider }) => provider && isSameAccount(provider, account));
  const isLive = ({ revoked, expires }: TokenState): boolean =>
    revoked === undefined && Date.parse(expires) > clock.now();
  const whoIs = (personId: string, tokenId: string | undefined) => {
    const person = people.get(personId);
    if (person === undefined || person.left !== undefined) return undefined;
    if (tokenId === undefined) return { person };
    const token = person.tokens.find((one) => one.tokenId === tokenId);
    return token !== undefined && isLive(token) ? { person, token } : undefined;
  };
  const callerOf: People['callerOf'] = (personId, tokenId) => {
    const found = whoIs(personId, tokenId);
    return found === undefined || suspensionOf(found.person) !== undefined
      ? undefined
      : caller(found.person, found.token);
  };
  const holderOf: People['holderOf'] = (text) => {
    const digest = tokenDigest(text);
    for (const person of people.values()) {
      const token = person.tokens.find((one) => one.digest === digest);
      if (token !== undefined) return { personId: person.id, tokenId: token.tokenId };
    }
    return undefined;
  };
  const endings = createEndings(every);

  /** Decided of the people as they are within the unit of work, which takes turns with all others. */
  const append = async (actor: string, decide: Decide): Promise<void> => {
    await store.write(async (tx) => {
      const actions = [decide() ?? []].flat();
      if (actions.length === 0) return;
      const at = await journal.append(tx, actor, ...actions);
      tx.afterCommit(() => {
        const before = people;
        people = actions.reduce((known, action) => afterEntry(known, action, at), people);
        isTeam ||= people.size > 0;
        endings.look();
        // A sign-in changes nobody.
        if (people !== before) announce({ type: 'people' });
      });
    });
  };
  const change = async (
    personId: string,
    actor: string,
    decide: (person: PersonState) => ReturnType<Decide>,
  ): Promise<PersonState> => {
    await append(actor, () => decide(show(personId)));
    return show(personId);
  };
  const refuseLastAdmin = ({ id }: PersonState): void => {
    const others = [...people.values()].some((one) => one.id !== id && isAdmin(one));
    if (!others) throw new CatalogueError('people.lastAdmin');
  };

  return {
    isTeam: () => isTeam,
    list: () => [...people.values()],
    show,
    callerOf,
    byToken(text) {
      const holder = holderOf(text);
      if (holder === undefined) return undefined;
      const found = callerOf(holder.personId, holder.tokenId);
      if (found !== undefined) used.set(holder.tokenId, clock.now());
      return found;
    },
    holderOf,
    suspensionOf(personId, tokenId) {
      const found = whoIs(personId, tokenId);
      return found && suspensionOf(found.person);
    },
    recheck: endings.look,
    byAccount,
    byLogin,
    async add({ login, name, grants = [] }: PersonRequest, actor) {
      const personId = newId();
      await append(actor, () => {
        if (byLogin(login) !== undefined) throw new CatalogueError('people.loginTaken', { login });
        if (people.size === 0 && !grants.some(isAdminGrant)) throw new CatalogueError('people.firstIsAdmin');
        return { kind: 'person.added', content: { personId, login, name, grants } };
      });
      return show(personId);
    },
    rename: (personId, name, actor) =>
      change(personId, actor, () => ({ kind: 'person.renamed', content: { personId, name } })),
    grant: (personId, grants: readonly Grant[], actor) =>
      change(personId, actor, (person) => {
        if (isAdmin(person) && !grants.some(isAdminGrant)) refuseLastAdmin(person);
        return { kind: 'person.granted', content: { personId, grants } };
      }),
    leave: (personId, actor) =>
      change(personId, actor, (person) => {
        if (person.left !== undefined) return undefined;
        if (isAdmin(person)) refuseLastAdmin(person);
        return { kind: 'person.left', content: { personId } };
      }),
    rejoin: (personId, actor) =>
      change(personId, actor, (person) =>
        person.left === undefined ? undefined : { kind: 'person.returned', content: { personId } },
      ),
    async issueToken(personId, request: TokenRequest, actor, creator) {
      const { name, days = 90, access = 'all', scope = 'desk' } = request;
      const token = newAccessToken();
      const id = newId();
      const expires = toIso(clock.now() + days * dayMs);
      await change(personId, actor, (person) => {
        if (person.left !== undefined) throw new CatalogueError('people.hasLeft', { name: person.name });
        if (person.tokens.filter(isLive).length >= mostTokens)
          throw new CatalogueError('people.tooManyTokens', { limit: mostTokens });
        const shown = { name: name.trim(), access, scope, ending: endingOf(token), expires };
        const parentId = creator?.personId === personId ? creator.tokenId : undefined;
        const content = {
          ...{ personId, tokenId: id, digest: tokenDigest(token), ...shown },
          ...(parentId === undefined ? {} : { parentId }),
        };
        return { kind: 'token.issued', content };
      });
      return { token, id };
    },
    revokeToken: (personId, tokenId, actor) =>
      change(personId, actor, ({ tokens }) => {
        const token = tokens.find((one) => one.tokenId === tokenId);
        if (token === undefined) throw new CatalogueError('people.noSuchToken', { id: tokenId });
        if (token.revoked !== undefined) return undefined;
        return [token, ...childrenOf(tokens, tokenId)].flatMap((one) =>
          one.revoked === undefined
            ? [{ kind: 'token.revoked', content: { personId, tokenId: one.tokenId } } as const]
            : [],
        );
      }),
    async addKey(personId, { publicKey, name, proof }) {
      const keyId = newId();
      await change(personId, actorText(show(personId)), (person) => {
        const statement = canonical({ personId, publicKey } satisfies KeyStatement);
        if (!isSignedBy(publicKey, 'approval', statement, proof))
          throw new CatalogueError('approvalKey.notProved');
        const taken = [...people.values()].flatMap(({ keys }) => keys);
        if (taken.some((one) => one.publicKey === publicKey)) throw new CatalogueError('approvalKey.known');
        if (person.keys.filter(({ removed }) => removed === undefined).length >= mostKeys)
          throw new CatalogueError('approvalKey.tooMany', { limit: mostKeys });
        return { kind: 'person.keyAdded', content: { personId, keyId, publicKey, name, proof } };
      });
      return keyId;
    },
    async removeKey(personId, keyId, actor) {
      await change(personId, actor, ({ keys }) => {
        const key = keys.find((one) => one.keyId === keyId);
        if (key === undefined) throw new CatalogueError('approvalKey.notFound', { id: keyId });
        return key.removed === undefined
          ? { kind: 'person.keyRemoved', content: { personId, keyId } }
          : undefined;
      });
    },
    async link(personId, { issuer, subject }) {
      await change(personId, actorText(show(personId)), (person) => {
        if (person.left !== undefined) throw new CatalogueError('people.hasLeft', { name: person.name });
        const holder = person.provider === undefined ? byAccount({ issuer, subject }) : person;
        if (holder === undefined) return { kind: 'person.linked', content: { personId, issuer, subject } };
        const { provider, name } = holder;
        if (holder === person && provider && isSameAccount(provider, { issuer, subject })) return undefined;
        throw new CatalogueError('people.accountTaken', { account: provider?.subject ?? subject, name });
      });
    },
    unlink: (personId, actor) =>
      change(personId, actor, ({ provider }) =>
        provider === undefined ? undefined : { kind: 'person.unlinked', content: { personId } },
      ),
    async signedIn({ personId, tokenId }, by) {
      const content = { personId, by, ...(tokenId === undefined ? {} : { tokenId }) };
      await change(personId, actorText(show(personId)), () => ({ kind: 'person.signedIn', content }));
    },
    usedMs: (tokenId) => used.get(tokenId),
    // Since the caller was let in: it may be over by now.
    whenRolesChange: ({ personId, tokenId, rights: { grants } }, work) =>
      endings.add(() => callerOf(personId, tokenId)?.rights.grants !== grants, work),
    stop: endings.stop,
  };
};

/** As entries name who acted, in the way in which git names authors: names can be alike, sign-in names are not. */
export const actorText = ({ name, login }: Pick<PersonState, 'name' | 'login'>): string =>
  `${name} <${login}>`;

const caller = (person: PersonState, token?: TokenState): Caller => ({
  personId: person.id,
  login: person.login,
  name: person.name,
  ...(token === undefined ? {} : { tokenId: token.tokenId }),
  rights: {
    grants: person.grants,
    within: token?.scope ?? 'desk',
    readsOnly: token?.access === 'read',
  },
});

const isAdminGrant = ({ role, scope }: Grant): boolean => role === 'admin' && scope === 'desk';
const isAdmin = ({ left, grants }: PersonState): boolean => left === undefined && grants.some(isAdminGrant);
