import { randomBytes } from 'node:crypto';
import { errorText } from '#base/error-text.ts';
import type { Desks, TeamDesk } from '#contract/bridge.ts';
import { readDeskAddress } from '#contract/desk-address.ts';
import { local, teamOrigin } from '#main/app-address.ts';
import type { KeptDesk, KeptDesks, KeptSignIn } from './kept-desks.ts';
import type { SignedIn, TeamSignIn } from './sign-in.ts';
import type { TeamTokens } from './tokens.ts';

/** The desks of teams that this app knows: who is signed in at them, and which one is shown. */
export interface TeamDesks {
  read(): Promise<Desks>;
  /** @returns the id; undefined if it was cancelled. @throws Error in words */
  connect(address: string): Promise<string | undefined>;
  /** @returns false if it was cancelled. @throws Error in words */
  signIn(id: string): Promise<boolean>;
  cancel(): void;
  /** @param id undefined: the local desk. @throws Error in words */
  show(id: string | undefined): Promise<void>;
  /** @returns why the access token was not revoked, if so. @throws Error in words */
  signOut(id: string): Promise<string | undefined>;
  /** @returns as `signOut`. @throws Error in words */
  remove(id: string): Promise<string | undefined>;
  /** Origin of a desk that the app knows. @throws Error in words */
  address(id: string): string;
  /** The access token of a desk that the app knows; undefined: nobody is signed in. @throws Error in words */
  token(id: string): Promise<string | undefined>;
}

export interface TeamDesksOptions {
  readonly kept: KeptDesks;
  readonly tokens: TeamTokens;
  readonly signIn: TeamSignIn;
  readonly window: {
    /** `local`, or the id of the desk that is shown. */
    shown(): string;
    /** Resolves when its page has come, or another one in its place. */
    showDesk(desk: string): Promise<void>;
    focus(): void;
  };
  /** Removes all that the pages of an origin kept. */
  readonly clearStorage: (origin: string) => Promise<void>;
  readonly tell: (desks: Desks) => void;
  /** Says something to a person whose page has gone. */
  readonly complain: (text: string) => void;
  readonly log: (text: string) => void;
}

type Person = Omit<KeptSignIn, 'sealed'>;

export const createTeamDesks = (options: TeamDesksOptions): TeamDesks => {
  const { kept, tokens, window, log } = options;
  /** Who is signed in until the app ends, where no keychain keeps it. */
  const unkept = new Map<string, Person>();

  const deskOf = (id: string): KeptDesk => {
    const found = kept.read().desks.find((desk) => desk.id === id);
    if (found === undefined) throw new Error('This desk is not in the list of the app any more.');
    return found;
  };
  /** In the place of the one with its id, or after all others. */
  const put = (desk: KeptDesk): void => {
    const { desks, ...rest } = kept.read();
    const at = desks.findIndex(({ id }) => id === desk.id);
    kept.write({ ...rest, desks: at < 0 ? [...desks, desk] : desks.with(at, desk) });
  };
  const viewOf = async (desk: KeptDesk): Promise<TeamDesk> => {
    const { id, address } = desk;
    const person = unkept.get(id) ?? desk.signIn;
    const isSignedIn = person !== undefined && (await tokens.of(desk)) !== undefined;
    return {
      id,
      address,
      ...(isSignedIn ? { person: { name: person.name, login: person.login } } : {}),
      isShown: window.shown() === id,
      isKept: !unkept.has(id),
    };
  };
  const read = async (): Promise<Desks> => {
    const [shown, why] = [window.shown(), await tokens.unkept()];
    return {
      teams: await Promise.all(kept.read().desks.map(viewOf)),
      ...(shown === local ? {} : { shown }),
      ...(kept.problem === undefined ? {} : { problem: kept.problem }),
      ...(why === undefined ? {} : { unkept: why }),
    };
  };
  const changed = async (): Promise<void> => options.tell(await read());

  /** @returns why the token that the desk has now was not revoked, if so */
  const revoke = async (desk: KeptDesk): Promise<string | undefined> => {
    const person = unkept.get(desk.id) ?? desk.signIn;
    if (person === undefined) return undefined;
    const token = await tokens.of(desk);
    const problem =
      token === undefined
        ? 'This app cannot open it any more.'
        : await options.signIn.revoke(desk.address, { token, tokenId: person.tokenId });
    return problem === undefined
      ? undefined
      : `The access token of ${desk.address} was not revoked: ${problem} Revoke it on the page of the desk, under Settings › Account.`;
  };

  const keep = async (desk: Pick<KeptDesk, 'id' | 'address'>, signedIn: SignedIn): Promise<void> => {
    const { id, address } = desk;
    const { token, ...person } = signedIn;
    const before = kept.read().desks.find((one) => one.id === id);
    try {
      const sealed = await tokens.seal(desk, token).catch((error: unknown) => {
        log(`app: the keychain rejected an access token: ${errorText(error)}\n`);
        return undefined;
      });
      put({ id, address, ...(sealed === undefined ? {} : { signIn: { ...person, sealed } }) });
      if (before !== undefined) void revoke(before).then((problem) => problem && log(`app: ${problem}\n`));
      tokens.set(id, token);
      if (sealed === undefined) unkept.set(id, person);
      else unkept.delete(id);
    } catch (error) {
      const problem = await options.signIn.revoke(address, signedIn);
      if (problem !== undefined) log(`app: an access token of ${address} was not revoked: ${problem}\n`);
      throw error;
    }
    await changed();
  };

  const signOut = async (id: string, isRemoved: boolean): Promise<string | undefined> => {
    const desk = deskOf(id);
    const problem = await revoke(desk);
    const { desks, last, ...rest } = kept.read();
    if (isRemoved) {
      const others = desks.filter((one) => one.id !== id);
      kept.write({ ...rest, desks: others, ...(last === undefined || last === id ? {} : { last }) });
    } else put({ id, address: desk.address });
    tokens.forget(id);
    unkept.delete(id);
    const wasShown = window.shown() === id;
    if (wasShown) await show(undefined);
    else await changed();
    if (isRemoved) await options.clearStorage(teamOrigin(id));
    // The page that asked has gone.
    if (wasShown && problem !== undefined) options.complain(problem);
    return problem;
  };

  const show = async (id: string | undefined): Promise<void> => {
    const desk = id === undefined ? local : deskOf(id).id;
    if (kept.problem === undefined) remember(id);
    await window.showDesk(desk);
  };
  const remember = (last: string | undefined): void => {
    try {
      kept.write({ desks: kept.read().desks, ...(last === undefined ? {} : { last }) });
    } catch (error) {
      log(`app: ${errorText(error)}\n`);
    }
  };

  const signInAt = async (address: string): Promise<SignedIn | undefined> => {
    if (kept.problem !== undefined) throw new Error(kept.problem);
    const signedIn = await options.signIn.at(address);
    // The person is in the browser.
    if (signedIn !== undefined) window.focus();
    return signedIn;
  };

  return {
    read,
    async connect(text) {
      const address = readDeskAddress(text);
      if ('problem' in address) throw new Error(`The address ${address.problem}`);
      const signedIn = await signInAt(address.origin);
      if (signedIn === undefined) return undefined;
      const known = kept.read().desks.find((desk) => desk.address === address.origin);
      const { id } = known ?? { id: randomBytes(8).toString('hex') };
      await keep({ id, address: address.origin }, signedIn);
      return id;
    },
    async signIn(id) {
      const desk = deskOf(id);
      const signedIn = await signInAt(desk.address);
      if (signedIn === undefined) return false;
      await keep(desk, signedIn);
      return true;
    },
    cancel: options.signIn.cancel,
    show,
    signOut: (id) => signOut(id, false),
    remove: (id) => signOut(id, true),
    address: (id) => deskOf(id).address,
    token: async (id) => tokens.of(deskOf(id)),
  };
};
