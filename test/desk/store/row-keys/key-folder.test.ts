import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyCommandWrapping } from '#base/key-command.ts';
import { deskKeys } from '#desk/core/context.ts';
import { openKeyFolder } from '#desk/store/row-keys/key-folder.ts';
import type { KeyRef, KeyStore } from '#desk/store/row-keys/key-store.ts';
import { keyService } from '#test/support/key-service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const dataKey = Buffer.alloc(32, 3);
const keysOf = (count: number): Buffer[] => Array.from({ length: count }, () => randomBytes(32));

interface Asked {
  readonly sets?: readonly string[];
  readonly service?: ReturnType<typeof keyService> | undefined;
  readonly dataKey?: Buffer;
}
const opened = async (folder: string, { sets = [], service, dataKey: key = dataKey }: Asked = {}) => {
  const wrapping = service && keyCommandWrapping(service.command);
  const store = await openKeyFolder({ folder, deriveKey: deskKeys(key).deriveKey, wrapping }, sets);
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await store.close();
    open = false;
  };
  onTestFinished(close);
  return { ...store, close };
};
const newFolder = (): string => join(temporaryFolder(), 'row-keys');
const fileOf = (folder: string, set: string): string => join(folder, set, 'keys');

describe.each([
  ['a folder', false],
  ['an external command', true],
])('a key store of %s', (_, isWrapped) => {
  const serviceOf = () => (isWrapped ? keyService() : undefined);

  test('an empty set can be dropped; one that has keys is left', async () => {
    const folder = newFolder();
    const store = await opened(folder, { service: serviceOf() });
    const set = await store.begin();
    const refs = await store.put(set, 1, keysOf(2));
    await expect(store.drop(set)).rejects.toThrow('has keys');
    await store.destroy(refs);
    await store.drop(set);
    expect(readdirSync(folder)).toEqual([]);
    expect(await store.get(refs)).toEqual(['elsewhere', 'elsewhere']);
  });

  test('gives what was put, by many at once, and nothing of what was destroyed; places are used again', async () => {
    const folder = newFolder();
    const service = serviceOf();
    const first = await opened(folder, { service });
    const set = await first.begin();
    const keys = keysOf(3000);
    const refs = await first.put(set, 1, keys);
    expect(await first.get(refs)).toEqual(keys);
    expect(await first.destroy(refs.filter((_ref, n) => n % 3 === 0))).toEqual([]);
    const left = keys.map((key, n) => (n % 3 === 0 ? 'missing' : key));
    expect(await first.get(refs)).toEqual(left);
    first.commit(set, 1);
    await first.close();

    const next = await opened(folder, { sets: [set], service });
    expect(next.sets.get(set)).toMatchObject({ isOurs: true, committed: 1 });
    expect(await next.get(refs.toReversed())).toEqual(left.toReversed());
    const size = statSync(fileOf(folder, set)).size;
    const more = await next.put(set, 2, keysOf(1000));
    expect(statSync(fileOf(folder, set)).size).toBe(size);
    // An id names one key for good, whatever is in its place now.
    expect(await next.get(refs)).toEqual(left);
    expect([...next.list(set)].map(({ turn }) => turn).filter((turn) => turn === 2)).toHaveLength(1000);
    await next.destroy([...refs, ...more]);
    expect([...next.list(set)]).toEqual([]);
    expect(statSync(fileOf(folder, set)).size).toBe(128);
    if (service !== undefined)
      expect(service.calls()).toEqual([
        '--key team wrap',
        '--key team unwrap',
        '--key team unwrap',
        '--key team unwrap',
      ]);
  });

  test('no byte that is changed gives another key, spoils another one or is taken for an empty place', async () => {
    const folder = newFolder();
    const service = serviceOf();
    const store = await opened(folder, { service });
    const set = await store.begin();
    const keys = keysOf(4);
    const refs = await store.put(set, 1, keys);
    await store.close();
    const whole = readFileSync(fileOf(folder, set));
    const changed = fc.record({
      at: fc.integer({ min: 128, max: whole.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(changed, async ({ at, by }) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ by;
        writeFileSync(fileOf(folder, set), bytes);
        const next = await opened(folder, { sets: [set], service });
        const found = await next.get(refs);
        const slot = Math.floor(at / 128) - 1;
        // What is behind a record is nothing.
        const isRecord = at % 128 < 69;
        expect(found).toEqual(keys.map((key, n) => (n === slot && isRecord ? 'damaged' : key)));
        expect([...next.list(set)]).toHaveLength(4);
        await next.close();
      }),
      { numRuns: isWrapped ? 6 : 60 },
    );
  });

  test('keys of another set, another data key or another place open nothing', async () => {
    const folder = newFolder();
    const service = serviceOf();
    const store = await opened(folder, { service });
    const [one, two] = [await store.begin(), await store.begin()];
    const [own, other] = [await store.put(one, 1, keysOf(2)), await store.put(two, 1, keysOf(2))];
    expect(await store.get(own.map(({ id }) => ({ set: two, id })))).toEqual(['missing', 'missing']);
    expect(await store.get([{ set: 'f'.repeat(16), id: own[0]?.id as Buffer }])).toEqual(['elsewhere']);
    expect(await store.destroy([{ set: 'f'.repeat(16), id: own[0]?.id as Buffer }])).toHaveLength(1);
    expect(await store.get([{ set: one, id: Buffer.from('no id') }])).toEqual(['missing']);
    await store.close();
    // A slot that somebody moved.
    const bytes = readFileSync(fileOf(folder, one));
    bytes.copy(bytes, 256, 128, 256);
    writeFileSync(fileOf(folder, one), bytes);
    const moved = await opened(folder, { sets: [one], service });
    expect((await moved.get(own))[1]).toBe('damaged');
    const [, second] = [...moved.list(one)];
    expect(await moved.get([{ set: one, id: second?.id as Buffer }])).toEqual(['damaged']);
    await moved.close();

    const foreign = await opened(folder, { sets: [two], service, dataKey: randomBytes(32) });
    expect(foreign.sets.get(two)?.isOurs).toBe(false);
    expect(await foreign.get(other)).toEqual(['otherDataKey', 'otherDataKey']);
    await foreign.destroy([other[0] as KeyRef]);
    expect(await foreign.get(other)).toEqual(['missing', 'otherDataKey']);
  });
});

test('a folder is for its owner alone, also one that was opened to others', async () => {
  const folder = newFolder();
  const store = await opened(folder);
  const set = await store.begin();
  await store.close();
  const paths = [join(folder, set), join(folder, set, 'set.json'), fileOf(folder, set)];
  for (const path of paths) chmodSync(path, 0o777);
  await opened(folder, { sets: [set] });
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
});

test('a set that is not what it was is refused in words, and not taken for an empty or missing one', async () => {
  const folder = newFolder();
  const store = await opened(folder);
  const set = await store.begin();
  await store.put(set, 1, keysOf(1));
  await store.close();
  const [setFile, keysFile] = [join(folder, set, 'set.json'), fileOf(folder, set)];
  const [json, keys] = [readFileSync(setFile, 'utf8'), readFileSync(keysFile)];
  const refusalOf = async (): Promise<string> =>
    opened(folder, { sets: [set] }).then(
      () => 'opened',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  for (const content of [
    '',
    '{',
    '[]',
    'null',
    '{"version":2}',
    json.replace(set, 'f'.repeat(16)),
    json.replace('"check"', '"no"'),
  ]) {
    writeFileSync(setFile, content);
    expect(await refusalOf()).toMatch(/^rowKeys\.damaged: .*set\.json.* is damaged/);
  }
  rmSync(setFile);
  expect(await refusalOf()).toMatch(/^rowKeys\.unusable: .*set\.json.*no such file/);
  writeFileSync(setFile, json);
  for (const content of [Buffer.of(), keys.subarray(0, 100), Buffer.concat([Buffer.alloc(128), keys])]) {
    writeFileSync(keysFile, content);
    expect(await refusalOf()).toMatch(/^rowKeys\.damaged: .*another beginning/);
  }
  rmSync(keysFile);
  mkdirSync(keysFile);
  expect(await refusalOf()).toMatch(/^rowKeys\.unusable: .*folder/);
  rmSync(keysFile, { recursive: true });
  writeFileSync(keysFile, keys);
  expect(await refusalOf()).toBe('opened');
});

test('what a crash left unfinished is cleared away: half a set, and half a slot at the end', async () => {
  const folder = newFolder();
  const store = await opened(folder);
  const set = await store.begin();
  const keys = keysOf(2);
  const refs = await store.put(set, 1, keys);
  await store.close();
  mkdirSync(join(folder, '.carryover-0123456789ab'));
  appendFileSync(fileOf(folder, set), Buffer.alloc(50, 1));
  const next = await opened(folder, { sets: [set] });
  expect(readdirSync(folder)).toEqual([set]);
  expect(await next.get(refs)).toEqual(keys);
  expect(statSync(fileOf(folder, set)).size).toBe(3 * 128);
});

test('nothing is put into a file that was removed', async () => {
  const folder = newFolder();
  const store = await opened(folder);
  const set = await store.begin();
  rmSync(folder, { recursive: true });
  await expect(store.put(set, 1, keysOf(1))).rejects.toMatchObject({ code: 'rowKeys.unusable' });
});

test('a set from before there was a command is sealed anew with it, and opens only with it from then on', async () => {
  const folder = newFolder();
  const plain = await opened(folder);
  const set = await plain.begin();
  const keys = keysOf(2500);
  const refs = await plain.put(set, 1, keys);
  await plain.close();
  const before = join(temporaryFolder(), 'before');
  cpSync(folder, before, { recursive: true });

  const service = keyService();
  service.behave('fails');
  await expect(opened(folder, { sets: [set], service })).rejects.toMatchObject({ code: 'rowKeys.command' });
  // Nothing was changed.
  expect(readFileSync(fileOf(folder, set)).equals(readFileSync(fileOf(before, set)))).toBe(true);
  service.behave('right');
  const wrapped = await opened(folder, { sets: [set], service });
  expect(await wrapped.get(refs)).toEqual(keys);
  await wrapped.close();
  // As though it had been killed in the middle of that: some are as they were.
  const bytes = readFileSync(fileOf(folder, set));
  readFileSync(fileOf(before, set)).copy(bytes, 128 * 1000, 128 * 1000);
  writeFileSync(fileOf(folder, set), bytes);
  const again = await opened(folder, { sets: [set], service });
  expect(await again.get(refs)).toEqual(keys);
  await again.close();

  const without = await opened(folder, { sets: [set] });
  await expect(without.get(refs)).rejects.toMatchObject({ code: 'rowKeys.commandNeeded' });
  await expect(without.put(set, 2, keysOf(1))).rejects.toMatchObject({ code: 'rowKeys.commandNeeded' });
  // Shredding needs no command.
  await without.destroy(refs.slice(0, 2400));
  expect([...without.list(set)]).toHaveLength(100);
  expect(existsSync(join(folder, set, 'set.json'))).toBe(true);
});

const fault = (store: KeyStore, refs: readonly KeyRef[]): Promise<string> =>
  store.get(refs).then(
    () => 'no fault',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

test('a command that fails, hangs or prints something else is named with its reason; the keys are there once it is right again', async () => {
  const folder = newFolder();
  const service = keyService(400);
  const store = await opened(folder, { service });
  const set = await store.begin();
  const keys = keysOf(3);
  const refs = await store.put(set, 1, keys);
  await store.close();
  const next = await opened(folder, { sets: [set], service });
  for (const [behaviour, reason] of [
    ['fails', /exit code 7: access denied for key-of-team wrapped:v1:••••\. Nothing/],
    ['hangs', /did not end within 0\.4 s/],
    ['garbage', /something else than 32 bytes in base64/],
    ['silent', /something else than 32 bytes in base64/],
    ['echoes', /something else than 32 bytes in base64/],
    ['floods', /more than 16 KiB/],
    ['other', /another key than the one that was wrapped/],
  ] as const) {
    service.behave(behaviour);
    const said = await fault(next, refs);
    expect(said).toMatch(/^rowKeys\.command: The key command wrap-key failed to unwrap/);
    expect(said).toMatch(reason);
  }
  service.behave('right');
  expect(await next.get(refs)).toEqual(keys);
  await next.close();
  service.remove();
  const gone = await opened(folder, { sets: [set], service });
  expect(await fault(gone, refs)).toMatch(/can't be started: there is no such file/);
});

test('a command gets the environment without the secrets in it', async () => {
  vi.stubEnv('PGPASSWORD', 'a-password');
  vi.stubEnv('CARRYOVER_API_KEY', 'an-api-key');
  vi.stubEnv('AWS_PROFILE', 'of-the-team');
  onTestFinished(() => void vi.unstubAllEnvs());
  const service = keyService();
  await (await opened(newFolder(), { service })).begin();
  expect(service.environment()).toContain('of-the-team');
  expect(service.environment()).not.toMatch(/a-password|an-api-key/);
});

test('a command that does not give back what it was given wraps nothing', async () => {
  for (const behaviour of ['other', 'echoes', 'garbage', 'silent', 'fails'] as const) {
    const folder = newFolder();
    const service = keyService();
    service.behave(behaviour);
    const store = await opened(folder, { service });
    await expect(store.begin()).rejects.toMatchObject({ code: 'rowKeys.command' });
    expect(readdirSync(folder)).toEqual([]);
  }
});
