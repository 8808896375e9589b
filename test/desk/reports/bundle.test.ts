import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import {
  type BundleManifest,
  chainName,
  manifestName,
  publicKeyName,
  signatureName,
} from '#contract/bundle.ts';
import { createCases } from '#desk/cases/index.ts';
import { checkBundle } from '#desk/reports/bundle/check.ts';
import { type Files, withManifest } from '#desk/reports/bundle/manifest.ts';
import { packed } from '#desk/reports/bundle/pack.ts';
import { readZip } from '#desk/reports/bundle/read-bundle.ts';
import { createReports } from '#desk/reports/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { companyNumber, putRun } from '#test/support/run-on-record.ts';
import { runs } from '#test/support/runs.ts';

const setUp = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const signer: Signer = context.identity;
  const reports = createReports({ cases, signer });
  const { id } = await cases.create({ name: 'Ácme', integrator: '株式会社', parts: ['tokens'] }, 'Ada');
  await putRun(cases, id, { companies: [companyNumber(0), companyNumber(1)] });
  return { cases, signer, reports, id };
};

/** A bundle of a case with a run, made once: its files are looked at, not changed. */
const madeBundle = () => (made ??= makeBundle());
let made: ReturnType<typeof makeBundle> | undefined;

const makeBundle = async () => {
  const parts = await setUp();
  const { content: zip } = await parts.reports.bundle(parts.id);
  const { files } = await readZip('a.zip', zip);
  const problemsOf = async (changed: Files, known: Signer | undefined = parts.signer) =>
    (await checkBundle({ files: changed, problems: [] }, known?.publicKey)).problems;
  const namesOf = (changed: Files) => problemsOf(changed).then((all) => all.map(({ file }) => file));
  return { ...parts, zip, files, problemsOf, namesOf };
};

const manifestOf = (files: Files): BundleManifest => JSON.parse(String(files.get(manifestName)));

test('a bundle has every report on record, the chain and a list of all that is whole, and the same point gives the same bytes', async () => {
  const { reports, cases, id, zip, files, signer, problemsOf } = await makeBundle();
  expect([...files.keys()]).toEqual([
    ...['case.pdf', 'case.html', 'case.json', 'case.csv'],
    ...['tokens.pdf', 'tokens.html', 'tokens.json', 'tokens.csv', 'mapping.csv', 'mapping.json'],
    ...[chainName, 'how-to-verify.txt', manifestName, signatureName, publicKeyName],
  ]);
  expect(await problemsOf(files)).toEqual([]);
  expect((await checkBundle(await readZip('a.zip', zip))).key).toBe(signer.publicKey);
  const at = (await cases.state(id)).revision;
  for (const kind of ['case', 'tokens'] as const) {
    const { content } = await reports.render(id, { kind, format: 'html' });
    expect(String(files.get(`${kind}.html`))).toBe(content);
  }
  await cases.act(id, 'Ada', { kind: 'case.changed', content: { changes: { name: 'later' } } });
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  onTestFinished(() => void vi.unstubAllEnvs());
  const again = await reports.bundle(id, at);
  expect(again.content.equals(zip)).toBe(true);
  expect(manifestOf(files).point).toMatchObject({ seq: at, digest: again.digest });
  expect(again.name).toBe(`a-cme-bundle-${at}.zip`);
});

test('any byte that is changed in any file is found, and the file is named, whether the key is known or not', async () => {
  const { files, signer, problemsOf } = await madeBundle();
  const change = fc.constantFrom(...files.keys()).chain((name) =>
    fc.record({
      name: fc.constant(name),
      at: fc.nat((files.get(name)?.byteLength ?? 1) - 1),
      by: fc.integer({ min: 1, max: 255 }),
      known: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(change, async ({ name, at, by, known }) => {
      const content = Buffer.from(files.get(name) as Buffer);
      content[at] = (content[at] as number) ^ by;
      const problems = await problemsOf(new Map([...files, [name, content]]), known ? signer : undefined);
      expect(problems.map(({ file }) => file)).toContain(name);
    }),
    { numRuns: runs(80) },
  );
});

test('any byte that is changed in the zip is found, and any cut', async () => {
  const { zip, signer } = await madeBundle();
  const outcome = async (content: Buffer) =>
    (await checkBundle(await readZip('a.zip', content), signer.publicKey)).problems.length;
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.byteLength - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const content = Buffer.from(zip);
      content[at] = (content[at] as number) ^ by;
      expect(await outcome(content)).toBeGreaterThan(0);
      expect(await outcome(zip.subarray(0, at))).toBeGreaterThan(0);
    }),
    { numRuns: runs(40) },
  );
  expect(await outcome(Buffer.concat([zip, Buffer.from('more')]))).toBe(1);
});

test('what was repacked is whole as a folder, and not as an archive', async () => {
  const { zip, files, signer, problemsOf } = await madeBundle();
  const anew = await readZip('a.zip', await packed(files, '2001-01-01'));
  expect((await checkBundle(anew, signer.publicKey)).problems).toEqual([
    { file: 'a.zip', what: expect.stringContaining('every file in it is as it was signed') },
  ]);
  expect(await problemsOf(anew.files)).toEqual([]);
  // Older bundles would count as changed if the archive came out differently.
  const golden = await packed(new Map([['a.txt', Buffer.from('a')]]), '2026-11-27T12:00:00.000Z');
  expect(createHash('sha256').update(golden).digest('hex')).toBe(goldenDigest);
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
});
const goldenDigest = 'aec508ad52a9de032f996e173cac62b60a6409b422370baaa5e33029ae90b266';

test('files that were added, taken away or swapped are named', async () => {
  const { files, namesOf } = await madeBundle();
  expect(await namesOf(new Map([...files, ['case.pdf', Buffer.from('x')]]))).toEqual(['case.pdf']);
  for (const name of files.keys()) {
    const left = new Map([...files].filter(([other]) => other !== name));
    expect(await namesOf(left), name).toContain(name);
  }
  const swapped = new Map([...files, ['case.html', files.get('tokens.html') as Buffer]]);
  expect(await namesOf(swapped)).toEqual(['case.html']);
  const twice = await readZip('a.zip', await packed(files, '2026-11-27'));
  expect(twice.problems).toEqual([]);
});

/** What a stranger makes of a bundle: signed by a key of their own. */
const signedBy = (signer: Signer, files: Files, change: (files: Map<string, Buffer>) => void): Files => {
  const { product, case: of, point } = manifestOf(files);
  const listed = new Map([...files].slice(0, -3));
  change(listed);
  return withManifest({ product, case: of, point }, listed, signer);
};

test('a bundle that a stranger signed is whole by an unknown key, and never counts as that of a known one', async () => {
  const { signer, files, namesOf } = await madeBundle();
  const stranger = createSigner(newSigningKey());
  const forged = signedBy(stranger, files, (listed) => listed.set('case.html', Buffer.from('all is well')));
  const check = await checkBundle({ files: forged, problems: [] }, signer.publicKey);
  expect([check.problems, check.key]).toEqual([[], stranger.publicKey]);
  // With the own signature or the own key beside it, it does not fit.
  for (const name of [signatureName, publicKeyName]) {
    const mixed = new Map([...forged, [name, files.get(name) as Buffer]]);
    expect(await namesOf(mixed), name).not.toEqual([]);
  }
});

test('a chain that does not hold is named, whoever signed the bundle', async () => {
  const { signer, files, namesOf } = await madeBundle();
  const chain = JSON.parse(String(files.get(chainName)));
  const [first, ...others] = chain.entries;
  const forgeries = {
    'without its first entry': { ...chain, entries: others },
    'without its last entry': { ...chain, entries: chain.entries.slice(0, -1) },
    'with another content': { ...chain, entries: [{ ...first, content: '{}' }, ...others] },
    'with another time': { ...chain, entries: [{ ...first, at: '2001-01-01T00:00:00.000Z' }, ...others] },
    'of another case': { ...chain, caseId: crypto.randomUUID() },
    'of no form': { ...chain, version: 2 },
  };
  for (const [what, forgery] of Object.entries(forgeries)) {
    const forged = signedBy(signer, files, (listed) =>
      listed.set(chainName, Buffer.from(JSON.stringify(forgery))),
    );
    expect(await namesOf(forged), what).toEqual([chainName]);
  }
  const without = signedBy(signer, files, (listed) => listed.delete(chainName));
  expect(await namesOf(without)).toEqual([chainName]);
});

test('a bundle that ends before an erasure is refused: the chain would lack its proof', async () => {
  const { cases, reports, problemsOf } = await makeBundle();
  const { id } = await cases.create({ name: 'noted' }, 'Ada');
  await cases.act(id, 'Ada', {
    kind: 'note.added',
    content: { id: crypto.randomUUID(), text: 'call Jo' },
  });
  await cases.erase(id, { notes: true, reason: 'asked' }, 'Ada');
  await expect(reports.bundle(id, 2)).rejects.toMatchObject({ code: 'case.erasedSince' });
  const { content } = await reports.bundle(id);
  const { files, problems } = await readZip('b.zip', content);
  expect([problems, await problemsOf(files, undefined)]).toEqual([[], []]);
  expect([...files.values()].join()).not.toContain('call Jo');
});
