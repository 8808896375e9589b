import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageFormOf } from '#base/age/form.ts';
import { openAge } from '#base/age/open.ts';
import { AgeProblem, type AgeProblemKind } from '#base/age/problem.ts';
import {
  ageIdentity,
  isRecipient,
  newSealingSecret,
  recipientFingerprint,
  recipientProblem,
  type SealingKey,
  sealingKeyOf,
} from '#base/age/recipient.ts';
import { sealedRefusal } from '#base/age/refusal.ts';
import { sealedTo } from '#base/age/seal.ts';

const key = sealingKeyOf(newSealingSecret());
const other = sealingKeyOf(newSealingSecret());
/** Three parts, the last of which is short. */
const content = Buffer.from('row,token\n'.repeat(15_000));
const sealed = await sealedBytes(content);
const armored = Buffer.from(armor.encode(sealed));
const headerEnd = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1;

const damage: readonly AgeProblemKind[] = [
  'damaged',
  'cut',
  'wrongRecipient',
  'newer',
  'plain',
  'passphrase',
];

describe('a sealed file opens', () => {
  const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

  test.each(sizes)('with %i bytes, cut into chunks anywhere, binary and armored', async (size) => {
    const plain = Buffer.alloc(size, 'ab\n');
    const bytes = await sealedBytes(plain);
    for (const file of [bytes, Buffer.from(armor.encode(bytes))]) {
      for (const chunk of [file.length, 1000, 65_536]) {
        const opened = await openAge(chunksOf(file, chunk), [other, key]);
        expect(opened.recipient).toBe(key.recipient);
        expect((await all(opened.content)).equals(plain)).toBe(true);
      }
    }
  });

  test('with what the format author’s own package seals and opens, in both directions', async () => {
    const theirs = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(key.recipient);
    encrypter.addRecipient(await identityToRecipient(theirs));
    expect((await all((await openAge(chunksOf(await encrypted(encrypter)), [key])).content)).toString()).toBe(
      'text',
    );

    const decrypter = new Decrypter();
    decrypter.addIdentity(ageIdentity(key));
    expect(Buffer.from(await decrypter.decrypt(sealed)).equals(content)).toBe(true);
    expect(await identityToRecipient(ageIdentity(key))).toBe(key.recipient);
  });

  test('with line ends of Windows and white space around the armor', async () => {
    const windows = Buffer.from(`\r\n  ${armored.toString().replaceAll('\n', '\r\n')}\r\n `);
    expect((await all((await openAge(chunksOf(windows, 777), [key])).content)).equals(content)).toBe(true);
  });

  test('and its source is closed when a reader ends early, or it does not open', async () => {
    let closed = 0;
    const source = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* chunksOf(sealed, 1000);
      } finally {
        closed += 1;
      }
    };
    for await (const part of (await openAge(source(), [key])).content) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect(closed).toBe(1);
    await expect(openAge(source(), [other])).rejects.toThrow(AgeProblem);
    expect(closed).toBe(2);
    const plain = async function* (): AsyncGenerator<Buffer> {
      try {
        yield content;
      } finally {
        closed += 1;
      }
    };
    await expect(openAge(plain(), [key])).rejects.toThrow(AgeProblem);
    expect(closed).toBe(3);
  });

  test('and an error of its source stays that', async () => {
    const source = async function* (): AsyncGenerator<Buffer> {
      yield sealed.subarray(0, 100_000);
      throw new Error('the disk is gone');
    };
    expect(await kindOf(source(), [key])).toBe('the disk is gone');
  });
});

describe('what does not open is said', () => {
  test('another recipient, a passphrase, a newer version, a plain file', async () => {
    expect(await kindOf(chunksOf(sealed), [other])).toBe('wrongRecipient');
    expect(await kindOf(chunksOf(sealed), [])).toBe('wrongRecipient');
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(1);
    encrypter.setPassphrase('correct horse');
    expect(await kindOf(chunksOf(await encrypted(encrypter)), [key])).toBe('passphrase');
    const newer = sealed.toString('latin1').replace('/v1\n', '/v2\n');
    expect(await kindOf(chunksOf(Buffer.from(newer, 'latin1')), [key])).toBe('newer');
    expect(await kindOf(chunksOf(content), [key])).toBe('plain');
    expect(await kindOf(chunksOf(Buffer.alloc(0)), [key])).toBe('plain');
  });

  test('a header without an end is not held', async () => {
    let taken = 0;
    const endless = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('age-encryption.org/v1\n');
      for (; ; taken += 1) yield Buffer.from(`-> X25519 ${'a'.repeat(1000)}\n`);
    };
    expect(await kindOf(endless(), [key])).toBe('damaged');
    expect(taken).toBeLessThan(70);
  });

  test('a changed byte in a part before the last one is damage; an end that is missing is a cut', async () => {
    for (const at of [headerEnd + 20, headerEnd + 16 + 65_552, headerEnd + 16 + 2 * 65_552 - 1]) {
      expect(await kindOf(chunksOf(changed(sealed, at, 1)), [key])).toBe('damaged');
    }
    for (const length of [
      100,
      headerEnd,
      headerEnd + 15,
      headerEnd + 16,
      headerEnd + 16 + 65_552,
      sealed.length - 1,
    ]) {
      expect(await kindOf(chunksOf(sealed.subarray(0, length)), [key])).toBe('cut');
    }
  });

  test('a part that is left out, moved or repeated is damage', async () => {
    const at = headerEnd + 16;
    const [first, second, last] = [
      sealed.subarray(at, at + 65_552),
      sealed.subarray(at + 65_552, at + 2 * 65_552),
      sealed.subarray(at + 2 * 65_552),
    ] as const;
    for (const parts of [
      [second, last],
      [second, first, last],
      [first, first, second, last],
    ]) {
      const file = Buffer.concat([sealed.subarray(0, at), ...parts]);
      expect(await kindOf(chunksOf(file), [key])).toBe('damaged');
    }
  });

  test('whatever byte is changed, the end is never reached', async () => {
    for (const file of [sealed, armored]) {
      const anywhere = fc.oneof(fc.nat(headerEnd + 40), fc.nat(lastByte(file)));
      await fc.assert(
        fc.asyncProperty(anywhere, fc.integer({ min: 1, max: 255 }), async (at, by) => {
          expect(damage).toContain(await kindOf(chunksOf(changed(file, at, by)), [key]));
        }),
        { numRuns: 60 },
      );
    }
  });

  test('wherever it is cut, that is said', async () => {
    for (const file of [sealed, armored]) {
      // From its first line on: what is cut within that says nothing of itself.
      const anywhere = fc.integer({ min: 40, max: lastByte(file) });
      await fc.assert(
        fc.asyncProperty(anywhere, async (length) => {
          expect(await kindOf(chunksOf(file.subarray(0, length)), [key])).toBe('cut');
        }),
        { numRuns: 60 },
      );
    }
  });
});

test('a recipient has one form, and what is none is told from it without being quoted', async () => {
  expect(isRecipient(key.recipient)).toBe(true);
  const mistyped = `${key.recipient.slice(0, -1)}${key.recipient.endsWith('q') ? 'p' : 'q'}`;
  const refused = {
    [ageIdentity(key)]: 'secret key',
    [`# public key\n${ageIdentity(key).toLowerCase()}`]: 'secret key',
    [mistyped]: 'checksum',
    [key.recipient.toUpperCase()]: 'mistyped',
    age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t: 'plugin',
    [Buffer.alloc(32, 7).toString('base64')]: 'signatures',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB': 'SSH',
    'jo@example.com': 'age1',
    '': 'age1',
  };
  for (const [text, said] of Object.entries(refused)) {
    const problem = recipientProblem(text) ?? '';
    expect(problem).toContain(said);
    if (text !== '') expect(problem).not.toContain(text);
  }
  fc.assert(fc.property(fc.string(), (text) => recipientProblem(text) !== undefined));
});

test('an error names the recipient to seal to, and the lost ones', () => {
  const refusal = (kind: AgeProblemKind, lost: readonly string[] = []): string =>
    (sealedRefusal(new AgeProblem(kind), 'a.age', { recipient: key.recipient, lost }) as Error).message;
  for (const kind of damage) expect(refusal(kind)).toMatch(/^"a\.age" .* Nothing was imported/);
  expect(refusal('wrongRecipient')).toContain(key.recipient);
  expect(refusal('wrongRecipient', [other.recipient])).toContain(
    `lost key of this folder (${other.recipient})`,
  );
  const own = new Error('the disk is gone');
  expect(sealedRefusal(own, 'a.age', { recipient: key.recipient, lost: [] })).toBe(own);
});

test('a fingerprint is what sha256sum makes of the recipient', () => {
  expect(recipientFingerprint('age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p')).toBe(
    'cf7e5682313150685bf16e42c4ea48e168e16e8206c5c4ad37c72d013cb6a5f4',
  );
});

test('the private key shows in no JSON', () => {
  const shown = JSON.stringify(key);
  expect(shown).toContain(key.recipient);
  expect(shown).not.toContain(key.secret.export().toString('hex'));
  expect(Object.keys(JSON.parse(shown).secret)).toEqual([]);
});

test('a form is told by the beginning alone', () => {
  expect(ageFormOf(sealed.subarray(0, 30))).toBe('binary');
  expect(ageFormOf(armored.subarray(0, 40))).toBe('armored');
  expect(ageFormOf(Buffer.from('age-encryption.org/v9\n'))).toBe('newer');
  expect(ageFormOf(content)).toBeUndefined();
});

/** The line break after the armor does not count. */
function lastByte(file: Buffer): number {
  return file.toString('latin1').trimEnd().length - 1;
}

async function sealedBytes(plain: Buffer): Promise<Buffer> {
  return all(sealedTo(key.recipient, chunksOf(plain, 50_000)));
}

async function encrypted(encrypter: Encrypter): Promise<Buffer> {
  return Buffer.from(await encrypter.encrypt('text'));
}

async function* chunksOf(bytes: Buffer, size = 256 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const part of parts) taken.push(part);
  return Buffer.concat(taken);
}

const changed = (file: Buffer, at: number, by: number): Buffer => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] as number) ^ by;
  return copy;
};

/** How opening it to its end fails. @returns undefined if it does not */
const kindOf = async (
  chunks: AsyncIterable<Buffer>,
  keys: readonly SealingKey[],
): Promise<string | undefined> => {
  try {
    await all((await openAge(chunks, keys)).content);
    return undefined;
  } catch (error) {
    return error instanceof AgeProblem ? error.kind : (error as Error).message;
  }
};
