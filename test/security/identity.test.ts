import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fileHash, minisignature } from '#base/minisign.ts';
import { createSealer } from '#base/sealing.ts';
import { createSigner, isSignedBy, newSigningKey, type Signer, signatureDomains } from '#base/signing.ts';
import type { IdentityView } from '#contract/identity.ts';
import type { JournalRow } from '#desk/store/journal.ts';
import { startHost } from '#host/index.ts';
import { serve } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { journalOf, newSigner } from '#test/support/journal-rows.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

/** Who can read and write the data folder while no host runs, but does not have its data key. */

const identityOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'identity.json'), 'utf8'));

const served = async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  await host.desk('POST', '/api/cases', { name: 'acme' });
  await host.stop(0);
  return dataDir;
};

const shown = async (dataDir: string): Promise<IdentityView> => {
  const host = await testHost({ dataDir });
  const { body } = await host.desk('GET', '/api/identity');
  await host.stop(0);
  return body;
};

/** Appends to the journal of a folder what somebody signs with a key of their own, or replaces all of it. */
const writeJournal = (
  dataDir: string,
  change: (journal: ReturnType<typeof journalOf>) => void,
  isReplaced = false,
): void => {
  const desk = new Database(join(dataDir, 'desk.db'));
  const journal = journalOf();
  journal.rows.push(...(desk.prepare('select * from desk_journal order by seq').all() as JournalRow[]));
  if (isReplaced) journal.rows.length = 0;
  change(journal);
  desk.exec('delete from desk_journal');
  for (const row of journal.rows) {
    const names = Object.keys(row);
    const places = names.map((name) => `@${name}`).join(', ');
    desk.prepare(`insert into desk_journal (${names.join(', ')}) values (${places})`).run(row);
  }
  desk.close();
};

test('whoever writes desk.db makes no key trusted, followed or former', async () => {
  const mallory = newSigner();
  const own = (dataDir: string): Signer => ({ ...mallory, publicKey: identityOf(dataDir).publicKey });
  const attacks: [string, (dataDir: string) => void][] = [
    [
      'trusts itself',
      (dataDir) => writeJournal(dataDir, (journal) => journal.trusted(mallory, mallory.publicKey)),
    ],
    [
      'trusts itself in the name of the folder',
      (dataDir) => writeJournal(dataDir, (journal) => journal.trusted(own(dataDir), mallory.publicKey)),
    ],
    [
      'claims that the key was lost',
      (dataDir) =>
        writeJournal(dataDir, (journal) => {
          journal.lost(own(dataDir).publicKey, mallory);
          journal.trusted(mallory, mallory.publicKey);
        }),
    ],
    [
      'brings a journal of its own, which names the folder’s key as its successor',
      (dataDir) =>
        writeJournal(
          dataDir,
          (journal) => {
            journal.opened(mallory);
            journal.trusted(mallory, mallory.publicKey);
            journal.rotated(mallory, own(dataDir), mallory, mallory);
          },
          true,
        ),
    ],
  ];
  for (const [name, attack] of attacks) {
    const dataDir = await served();
    const { publicKey } = identityOf(dataDir);
    attack(dataDir);
    const view = await shown(dataDir);
    expect([name, view.signing.publicKey, view.former, view.colleagues]).toEqual([name, publicKey, [], []]);
  }
});

test('a desk.db that another folder wrote does not bring the keys that it trusts', async () => {
  const [dataDir, other] = [await served(), temporaryFolder()];
  const host = await testHost({ dataDir: other });
  await host.desk('POST', '/api/identity/trust', { key: newSigner().publicKey, name: 'Mallory' });
  await host.stop(0);
  copyFileSync(join(other, 'desk.db'), join(dataDir, 'desk.db'));
  const view = await shown(dataDir);
  expect([view.former, view.colleagues]).toEqual([[], []]);
});

test('an identity.json that somebody else sealed, or put another public key in, is refused at the start', async () => {
  const dataDir = await served();
  const file = identityOf(dataDir);
  const key = newSigningKey();
  const { publicKey } = createSigner(key);
  const theirs = createSealer(randomBytes(32));
  const sealedKey = theirs.seal(key.toString('base64'), `signing key ${publicKey}`).toString('base64');
  for (const forged of [
    { ...file, publicKey, sealedKey },
    { ...file, publicKey },
    { ...file, sealedKey },
  ]) {
    writeFileSync(join(dataDir, 'identity.json'), JSON.stringify(forged));
    await expect(startHost(hostOptions({ dataDir }))).rejects.toThrow(
      /identity\.json .*was changed.*Restore it/,
    );
  }
});

test('a revocation holds, whatever is appended to the journal before it', async () => {
  const dataDir = await served();
  const [jo, mallory] = [newSigner(), newSigner()];
  const first = await testHost({ dataDir });
  await first.desk('POST', '/api/identity/trust', { key: jo.publicKey, name: 'Jo' });
  await first.stop(0);
  writeJournal(dataDir, (journal) => {
    journal.lost(identityOf(dataDir).publicKey, mallory);
    const row = journal.rows[0];
    if (row !== undefined) row.actor = 'Mallory';
  });
  const host = await testHost({ dataDir });
  const revoked = await host.desk('POST', '/api/identity/revoke', { key: jo.publicKey, reason: 'left' });
  expect(revoked.status).toBe(200);
  const { body } = await host.desk('POST', '/api/identity/read', { key: jo.publicKey });
  expect(body.standing).toBe('revoked');
});

test('the signature of a file is none of an entry, and a signature of an entry is none of a file', async () => {
  const host = await testHost();
  const text = Buffer.from('carryover journal entry v1\n{"form":2}');
  const digest = fileHash(text).toString('hex');
  const { minisig } = (await host.desk('POST', '/api/identity/sign', { digest, name: 'x' })).body;
  const signature = Buffer.from(minisig.split('\n')[1], 'base64').subarray(10).toString('base64');
  const { publicKey } = (await host.desk('GET', '/api/identity')).body.signing;
  for (const domain of signatureDomains) {
    expect(isSignedBy(publicKey, domain, '{"form":2}', signature)).toBe(false);
    expect(isSignedBy(publicKey, domain, fileHash(text), signature)).toBe(false);
  }
  // What is to be signed is a hash, and a name that can't add a line to the trusted comment.
  for (const body of [
    { digest: 'ab', name: 'x' },
    { digest, name: 'x\ntrusted comment: by the boss' },
    { digest, name: '' },
  ]) {
    expect((await host.desk('POST', '/api/identity/sign', body)).status).toBe(400);
  }
});

test('a signature with a comment that was changed, or by a key that only bears the id of a known one, is broken', async () => {
  const host = await testHost();
  const digest = fileHash(Buffer.from('a'));
  const sign = { digest: digest.toString('hex'), name: 'a.html' };
  const { minisig } = (await host.desk('POST', '/api/identity/sign', sign)).body;
  const { publicKey } = (await host.desk('GET', '/api/identity')).body.signing;
  const mallory = newSigner();
  const borrowed = minisignature({ ...mallory, publicKey }, digest, 'file a.html');
  for (const forged of [minisig.replace('a.html', 'b.html'), borrowed]) {
    const { body } = await host.desk('POST', '/api/identity/verify', {
      digest: sign.digest,
      minisig: forged,
    });
    expect(body.state).toBe('broken');
    expect(body).not.toHaveProperty('comment');
  }
});

test('private keys and passphrases are in no log, error or other file', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const secret = 'Zwölf-Boxkämpfer-1';
  const [out, pass, wrong] = ['key.json', 'pass', 'wrong'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(pass, secret);
  writeFileSync(wrong, `${secret}-2`);
  const run = await serve('--verbose', '--data', data);
  const runs = [
    await runHere('identity', 'export', '--out', out, '--passphrase-file', pass, '--data', data),
    await runHere('identity', 'import', out, '--passphrase-file', wrong, '--data', data),
    await runHere('identity', 'rotate', '--data', data),
    await runHere('identity', 'import', out, '--passphrase-file', pass, '--json', '--data', data),
  ];
  expect(runs.map(({ code }) => code)).toEqual([0, 1, 0, 0]);
  run.process.kill('SIGTERM');
  await run.ended;
  const { sealedKey, publicKey } = identityOf(data);
  const sealer = createSealer(readFileSync(join(data, 'carryover.key')));
  const privateKey = sealer.open(Buffer.from(sealedKey, 'base64'), `signing key ${publicKey}`);
  const said = [run.out, ...runs].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  for (const text of [said, ...files, readFileSync(out, 'utf8')]) {
    for (const hidden of [secret, privateKey, Buffer.from(privateKey, 'base64').toString('latin1')]) {
      expect(text.includes(hidden)).toBe(false);
    }
  }
});
