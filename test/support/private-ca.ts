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

/**
 * A private authority, and a certificate of it for the names given, such as `DNS:localhost,IP:127.0.0.1`.
 * @param days that the certificate is valid
 */
export const privateCa = (names: string, days = 2) => {
  const folder = temporaryFolder();
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    String(days),
    '-subj',
    '/CN=Private',
  );
  openssl('req', ...newKey, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf');
  writeFileSync(join(folder, 'leaf.ext'), `subjectAltName=${names}\n`);
  const signing = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    'leaf.ext',
  ];
  openssl('x509', '-req', '-in', 'leaf.csr', ...signing, '-out', 'leaf.pem');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { caPem: read('ca.pem'), caKey: read('ca.key'), cert: read('leaf.pem'), key: read('leaf.key') };
};
