import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataKeyFile } from '#base/data-key-file.ts';
import { packageRoot } from '#base/package-root.ts';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { readCompose } from '#test/support/team-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const script = join(packageRoot(), 'packaging', 'team', 'make-secrets.sh');

test.runIf(hasOpenssl)('the script makes each secret of the compose file once, for its owner alone', () => {
  const folder = join(temporaryFolder(), 'secrets');
  const make = (): Record<string, string> => {
    execFileSync('sh', [script, folder]);
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  };
  const made = make();
  const wanted = Object.values(readCompose().secrets).map(({ file }) => file.replace('./secrets/', ''));
  expect(Object.keys(made).sort()).toEqual(wanted.sort());
  for (const name of wanted) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(make()).toEqual(made);

  expect(readDataKeyFile(join(folder, 'data-key'))).toHaveLength(32);
  expect(made['database-password']).toMatch(/^[\da-f]{64}\n$/);
  const certificate = new X509Certificate(made['database-certificate.pem'] ?? '');
  const authority = new X509Certificate(made['database-ca.pem'] ?? '');
  expect(certificate.checkIssued(authority) && certificate.verify(authority.publicKey)).toBe(true);
  expect([authority.ca, certificate.ca]).toEqual([true, false]);
  // The names in the compose file and in the manifests.
  for (const name of ['database', 'carryover-database']) expect(certificate.checkHost(name)).toBe(name);
});
