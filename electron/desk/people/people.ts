import type { ApprovalKeyRequest } from '#contract/approvals.ts';
import type { Grant, PersonRequest, Suspension, TokenRequest } from '#contract/people.ts';
import type { PersonState, ProviderAccount } from './people-state.ts';
import type { Rights } from './rights.ts';

/** Somebody who is let in at this moment, and what they may do. */
export interface Caller {
  readonly personId: string;
  readonly login: string;
  readonly name: string;
  /** The token that was shown, or that the session was begun with. */
  readonly tokenId?: string;
  readonly rights: Rights;
}

/**
 * The people of a team's desk, as the signed journal tells of them. Every change is an entry of it, and counts from the
 * moment at which that is committed.
 */
export interface People {
  /** Whether the desk has people: then whoever acts is one of them. It stays so. */
  isTeam(): boolean;
  list(): readonly PersonState[];
  /** @throws CatalogueError `people.notFound` */
  show(personId: string): PersonState;
  /** The person as they may be let in now; undefined for one who left, or whose token ended. */
  callerOf(personId: string, tokenId?: string): Caller | undefined;
  /** Whom a token lets in; undefined for one that is unknown, has ended, or whose person left. */
  byToken(token: string): Caller | undefined;
  /** Whose token it is, whether or not it lets anybody in. */
  holderOf(token: string): Required<Pick<Caller, 'personId' | 'tokenId'>> | undefined;
  /** Why the provider's account of a person keeps the person out; undefined also for one who is out for another reason. */
  suspensionOf(personId: string, tokenId?: string): Suspension | undefined;
  /** Ends what is open of people who are not let in any more: for what changed outside of the journal. */
  recheck(): void;
  byAccount(account: ProviderAccount): PersonState | undefined;
  /** The account that is signed in with it the first time, by its name to sign in with. */
  byLogin(login: string): PersonState | undefined;
  /** @throws CatalogueError `people.loginTaken`, `people.firstIsAdmin` */
  add(request: PersonRequest, actor: string): Promise<PersonState>;
  rename(personId: string, name: string, actor: string): Promise<PersonState>;
  /** @throws CatalogueError `people.notFound`, `people.lastAdmin` */
  grant(personId: string, grants: readonly Grant[], actor: string): Promise<PersonState>;
  /** Ends sessions and tokens. @throws CatalogueError `people.notFound`, `people.lastAdmin` */
  leave(personId: string, actor: string): Promise<PersonState>;
  /** Roles are back, tokens are not. */
  rejoin(personId: string, actor: string): Promise<PersonState>;
  /**
   * @param creator who creates it: where that is the person, in a session that began with a token, it ends with that token
   * @throws CatalogueError `people.hasLeft`, `people.tooManyTokens`
   */
  issueToken(
    personId: string,
    request: TokenRequest,
    actor: string,
    creator?: Pick<Caller, 'personId' | 'tokenId'>,
  ): Promise<{ token: string; id: string }>;
  /** With it those end that were created in its sessions. @throws CatalogueError `people.noSuchToken` */
  revokeToken(personId: string, tokenId: string, actor: string): Promise<PersonState>;
  /**
   * A key that the person signs approvals with from then on; answered is its id.
   * @throws CatalogueError `approvalKey.notProved`, `approvalKey.known`, `approvalKey.tooMany`
   */
  addKey(personId: string, request: ApprovalKeyRequest): Promise<string>;
  /** @throws CatalogueError `approvalKey.notFound` */
  removeKey(personId: string, keyId: string, actor: string): Promise<void>;
  /**
   * From then on the account signs the person in, and no other does.
   * @throws CatalogueError `people.accountTaken`, `people.hasLeft`
   */
  link(personId: string, account: ProviderAccount): Promise<void>;
  /** Undoes it: whoever has the sign-in name as verified address may be linked next. */
  unlink(personId: string, actor: string): Promise<PersonState>;
  signedIn(caller: Caller, by: 'provider' | 'token'): Promise<void>;
  /** When a token was last shown, ms UTC; undefined if not since the desk was opened. */
  usedMs(tokenId: string): number | undefined;
  /**
   * Calls `work` once the caller is not let in any more, or has other roles; at most once, and not after the returned
   * function was called.
   */
  whenRolesChange(caller: Pick<Caller, 'personId' | 'tokenId' | 'rights'>, work: () => void): () => void;
  stop(): void;
}
