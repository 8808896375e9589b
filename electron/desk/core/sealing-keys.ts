import { type OpenedAge, openAge } from '#base/age/open.ts';
import { newSealingSecret, type Recipient, type SealingKey, sealingKeyOf } from '#base/age/recipient.ts';
import { type Recipients, sealedRefusal } from '#base/age/refusal.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import { createSealer } from '#base/sealing.ts';
import type { KeptText } from './kept-texts.ts';
import { type KeptKey, readSealing, writeSealing } from './sealing-file.ts';

/**
 * The keys that open what was sealed to a desk, kept in `sealing.json` or on the server under the data key. Others seal to the
 * present one; earlier ones still open.
 */
export interface SealingKeys {
  readonly recipient: Recipient;
  /** UTC, ISO 8601. */
  readonly since: string;
  /** Newest first. */
  readonly former: readonly FormerRecipient[];
  /** What opens: the present one first. In memory only, also when it is handed to a thread. */
  readonly keys: readonly SealingKey[];
  /** For `sealedRefusal`, where a file does not open. */
  readonly recipients: Recipients;
  /**
   * Opens a sealed file as a stream: see `openAge`, above all on when its content may be acted upon.
   * @param name of the file, as people know it
   * @throws CatalogueError `sealed.…`, here and while the content is read; what `chunks` throws
   */
  openSealed(chunks: AsyncIterable<Buffer>, name: string): Promise<OpenedAge>;
  /** Makes a new key, to which files are sealed from now on. */
  rotate(): Promise<void>;
  /** Takes over the keys of another data folder, the present one first. */
  adopt(moved: readonly MovedSealingKey[]): Promise<void>;
  /** All that open, for another data folder. The present one first. */
  secrets(): MovedSealingKey[];
}

export interface FormerRecipient {
  readonly recipient: Recipient;
  readonly how: 'rotated' | 'moved' | 'lost';
  readonly until: string;
}

export interface MovedSealingKey {
  /** 32 bytes, base64. */
  readonly secret: string;
  readonly since: string;
}

interface Options {
  readonly kept: KeptText;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
}

interface Held {
  readonly kept: KeptKey;
  /** undefined: it is lost. */
  readonly key: SealingKey | undefined;
}

const place = (recipient: Recipient): string => `sealing key ${recipient}`;

/**
 * Opens the keys, or makes one where there is none that opens: what was sealed under a data key that is lost is lost with
 * it, and stays on record with its recipient.
 * @throws Error in words if the file can't be read
 */
export const openSealingKeys = async ({ kept: text, dataKey }: Options): Promise<SealingKeys> => {
  const chest = createChest(dataKey);
  let held = (readSealing(text)?.keys ?? []).map(chest.open);
  const save = async (next: readonly Held[]): Promise<void> => {
    await writeSealing(
      text,
      next.map(({ kept }) => kept),
    );
    held = [...next];
  };
  const replacing = createLock();
  const replace = (next: Held, how: 'rotated' | 'moved' | 'lost', among: readonly Held[] = []) =>
    whileHeld(replacing, () => {
      const others = [...held, ...among].filter((one, at, all) => isFirst(one, at, all, next));
      return save([next, ...others.map((one) => retired(one, how))]);
    });
  if (held.some(({ key, kept }) => key === undefined && kept.sealedKey !== undefined)) {
    // A key in it does not open: it is kept beside, should the right data key be found again.
    await text.setAside();
    await save(held.map(withoutLost));
  }
  if (held[0]?.key === undefined) await replace(chest.seal(newSealingSecret()), 'lost');

  const present = (): Held => held[0] as Held;
  const former = (): FormerRecipient[] =>
    held.slice(1).map(({ kept: { recipient, how = 'rotated', until = '' } }) => ({ recipient, how, until }));
  const keys: SealingKeys = {
    get recipient() {
      return present().kept.recipient;
    },
    get since() {
      return present().kept.since;
    },
    get former() {
      return former();
    },
    get keys() {
      return held.flatMap(({ key }) => key ?? []);
    },
    get recipients() {
      const lost = former().flatMap(({ how, recipient }) => (how === 'lost' ? [recipient] : []));
      return { recipient: present().kept.recipient, lost };
    },
    async openSealed(chunks, name) {
      const refuse = (error: unknown): never => {
        throw sealedRefusal(error, name, keys.recipients);
      };
      const { recipient, content } = await openAge(chunks, keys.keys).catch(refuse);
      return { recipient, content: refusing(content, refuse) };
    },
    rotate: () => replace(chest.seal(newSealingSecret()), 'rotated'),
    async adopt(moved) {
      const [first, ...others] = moved.map(({ secret, since }) =>
        chest.seal(Buffer.from(secret, 'base64'), since),
      );
      if (first !== undefined) await replace(first, 'moved', others);
    },
    secrets: () =>
      held.flatMap(({ key, kept: { since } }) =>
        key === undefined ? [] : [{ secret: key.secret.export().toString('base64'), since }],
      ),
  };
  return keys;
};

async function* refusing(
  content: AsyncGenerator<Buffer>,
  refuse: (error: unknown) => never,
): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    refuse(error);
  }
}

const isFirst = (one: Held, at: number, all: readonly Held[], next: Held): boolean => {
  const { recipient } = one.kept;
  return (
    recipient !== next.kept.recipient && all.findIndex(({ kept }) => kept.recipient === recipient) === at
  );
};

const now = (): string => toIso(systemTime.now());

/** What was replaced earlier keeps how and when. */
const retired = (held: Held, how: 'rotated' | 'moved' | 'lost'): Held =>
  held.kept.until === undefined ? { ...held, kept: { ...held.kept, how, until: now() } } : held;

/** Earlier keys that are lost now stay with their recipients, and with when another took their place. */
const withoutLost = (held: Held): Held => {
  if (held.key !== undefined) return held;
  const { sealedKey: _, ...kept } = held.kept;
  return { key: undefined, kept: { ...kept, how: 'lost', until: kept.until ?? now() } };
};

/** Seals private keys under the data key, each for its recipient, and opens them. */
const createChest = (dataKey: Uint8Array) => {
  const sealer = createSealer(dataKey);
  return {
    seal(secret: Uint8Array, since = now()): Held {
      const key = sealingKeyOf(secret);
      const { recipient } = key;
      const sealedKey = sealer
        .seal(Buffer.from(secret).toString('base64'), place(recipient))
        .toString('base64');
      return { key, kept: { recipient, since, sealedKey } };
    },
    open(kept: KeptKey): Held {
      const { recipient, sealedKey = '' } = kept;
      const secret = sealer.openIfPossible(Buffer.from(sealedKey, 'base64'), place(recipient));
      if (secret === undefined) return { kept, key: undefined };
      const key = sealingKeyOf(Buffer.from(secret, 'base64'));
      // Another recipient in the file would have others seal to who put it there.
      return { kept, key: key.recipient === recipient ? key : undefined };
    },
  };
};
