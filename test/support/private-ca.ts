import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether certificates can be made here. */
export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

interface Authority {
  readonly caPem: string;
  readonly caKey: string;
}

/**
 * A private authority, and a certificate of it for the names given, such as `DNS:localhost,IP:127.0.0.1`.
 * @param days that the authority is valid
 * @param leafDays the certificate; below 0: it has expired
 * @param authority that signs it; left out: a new one
 */
export const privateCa = (names: string, days = 2, leafDays = days, authority?: Authority) => {
  const folder = temporaryFolder();
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  if (authority === undefined) {
    const files = ['-keyout', 'ca.key', '-out', 'ca.pem'];
    openssl('req', '-x509', ...newKey, ...files, '-days', String(days), '-subj', '/CN=Private');
  } else {
    writeFileSync(join(folder, 'ca.pem'), authority.caPem);
    writeFileSync(join(folder, 'ca.key'), authority.caKey);
  }
  openssl('req', ...newKey, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf');
  writeFileSync(join(folder, 'leaf.ext'), `subjectAltName=${names}\n`);
  const signing = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    String(leafDays),
    '-extfile',
    'leaf.ext',
  ];
  openssl('x509', '-req', '-in', 'leaf.csr', ...signing, '-out', 'leaf.pem');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { caPem: read('ca.pem'), caKey: read('ca.key'), cert: read('leaf.pem'), key: read('leaf.key') };
};
