import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { fileProblem } from '#base/file-problem.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServerAddress } from './address.ts';

/**
 * How a connection is encrypted: the certificate is to be of an authority that is trusted, and for the host.
 * @throws CatalogueError `store.address` if the file of authorities can't be read
 */
export const tlsOptions = ({
  tls,
  host,
  caFile,
}: Pick<ServerAddress, 'tls' | 'host' | 'caFile'>): ConnectionOptions | false => {
  if (tls === 'none') return false;
  // What is checked is `servername`, else `host`; an address is no server name (RFC 6066, section 3).
  const name = isIP(host) === 0 ? { servername: host } : { host };
  return caFile === undefined ? name : { ...name, ca: readAuthorities(caFile) };
};

const readAuthorities = (file: string): string => {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw refused(`its sslrootcert ${file} can't be read: ${fileProblem(error)}.`, error);
  }
  throw refused(`its sslrootcert ${file} holds no certificate in PEM form.`);
};

const refused = (problem: string, cause?: unknown): CatalogueError =>
  new CatalogueError('store.address', { problem }, [], { cause });
