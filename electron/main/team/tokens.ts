import { errorText } from '#base/error-text.ts';
import { type Keychain, whyNoKeychain } from '#main/keychain.ts';
import type { KeptDesk } from './kept-desks.ts';

/** The access tokens of team desks: in memory, and sealed by the system's keychain where there is one. */
export interface TeamTokens {
  /** undefined: nobody is signed in, or the keychain does not open what is kept. */
  of(desk: KeptDesk): Promise<string | undefined>;
  /** @returns what to keep; undefined: there is no keychain, so the token is in memory alone */
  seal(desk: Pick<KeptDesk, 'id' | 'address'>, token: string): Promise<string | undefined>;
  set(id: string, token: string): void;
  forget(id: string): void;
  /** Why tokens are not kept, for a person; undefined if they are. */
  unkept(): Promise<string | undefined>;
}

export interface TeamTokensOptions {
  readonly safeStorage: Keychain;
  readonly platform: NodeJS.Platform;
  readonly log: (text: string) => void;
}

export const createTeamTokens = ({ safeStorage, platform, log }: TeamTokensOptions): TeamTokens => {
  const known = new Map<string, Promise<string | undefined>>();
  const open = async (desk: KeptDesk): Promise<string | undefined> => {
    if (desk.signIn === undefined) return undefined;
    const sealed = Buffer.from(desk.signIn.sealed, 'base64');
    try {
      const { result } = await safeStorage.decryptStringAsync(sealed);
      const token = tokenIn(result, desk);
      if (token === undefined)
        log(`app: the access token of ${desk.address} was sealed for another desk, and is not used\n`);
      return token;
    } catch (error) {
      log(`app: the access token of ${desk.address} can't be opened: ${errorText(error)}\n`);
      return undefined;
    }
  };
  return {
    of(desk) {
      const found = known.get(desk.id) ?? open(desk);
      known.set(desk.id, found);
      return found;
    },
    async seal({ id, address }, token) {
      if ((await whyNoKeychain(safeStorage, platform)) !== undefined) return undefined;
      const text = JSON.stringify({ id, address, token } satisfies Sealed);
      return (await safeStorage.encryptStringAsync(text)).toString('base64');
    },
    set: (id, token) => void known.set(id, Promise.resolve(token)),
    forget: (id) => void known.set(id, Promise.resolve(undefined)),
    unkept: () => whyNoKeychain(safeStorage, platform),
  };
};

interface Sealed {
  readonly id: string;
  readonly address: string;
  readonly token: string;
}

/** An entry whose address was edited must not bring the token of one desk to another. */
const tokenIn = (text: string, { id, address }: KeptDesk): string | undefined => {
  try {
    const sealed = JSON.parse(text) as Partial<Sealed>;
    return sealed.id === id && sealed.address === address ? sealed.token : undefined;
  } catch {
    return undefined;
  }
};
