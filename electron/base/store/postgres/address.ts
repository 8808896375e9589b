import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { CatalogueError } from '#contract/errors.ts';

/** Where a store is on a server: `postgres://user@host:port/database`. Source: `docs/decisions/2026-11-28-two-dialects.md`. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** What the names of its two schemas begin with. */
  readonly prefix: string;
  /** Whether the connection is encrypted, and the certificate checked. */
  readonly tls: 'verified' | 'none';
  /** Certificates of the authorities that are trusted, in the place of the usual ones: the path of a PEM file. */
  readonly caFile: string | undefined;
}

const usualPort = 5432;
const usualPrefix = 'carryover';

/** @throws CatalogueError `store.address` */
export const readServerAddress = (text: string): ServerAddress => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw refused('It must be like postgres://user@host:5432/database.');
  }
  if (url.password !== '') {
    throw refused(
      'A password does not belong in it, as other users of this machine could read it: put it into PGPASSWORD, a file that CARRYOVER_STORE_PASSWORD_FILE names, or ~/.pgpass.',
    );
  }
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (host === '') throw refused('The host is missing.');
  if (user === '')
    throw refused('The user is missing: put it before the host, as in postgres://carryover@host/database.');
  if (database === '' || database.includes('/'))
    throw refused('The name of the database is missing after the host.');
  const given = optionsOf(url);
  return {
    host,
    port: url.port === '' ? usualPort : Number(url.port),
    user,
    database,
    prefix: prefixOf(given.get('schema')),
    tls: tlsOf(given.get('sslmode'), host),
    caFile: caFileOf(given.get('sslrootcert')),
  };
};

/** As it may be shown. */
export const addressText = ({ host, port, user, database }: ServerAddress): string =>
  `postgres://${encodeURIComponent(user)}@${isIP(host) === 6 ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}`;

/** With its options, as `readServerAddress` takes it again from any folder. It holds no password. */
export const wholeAddress = (address: ServerAddress): string => {
  const url = new URL(addressText(address));
  url.searchParams.set('schema', address.prefix);
  if (address.tls === 'verified') url.searchParams.set('sslmode', 'verify-full');
  if (address.caFile !== undefined) url.searchParams.set('sslrootcert', address.caFile);
  return url.href;
};

const caFileOf = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : resolve(given);

const known = ['schema', 'sslmode', 'sslrootcert'];

const optionsOf = (url: URL): ReadonlyMap<string, string> => {
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return new Map(url.searchParams);
  throw refused(`There is no option ${unknown}; the options are ${known.join(', ')}.`);
};

const prefixOf = (given = usualPrefix): string => {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(given)) return given;
  throw refused('schema must be up to 40 lower-case letters, digits and _, and not begin with a digit.');
};

/** Loopback leaves nothing on a wire. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

const tlsOf = (mode: string | undefined, host: string): ServerAddress['tls'] => {
  if (mode === undefined) return isLoopback(host) ? 'none' : 'verified';
  if (mode === 'verify-full') return 'verified';
  if (mode === 'disable' && isLoopback(host)) return 'none';
  if (mode === 'disable') {
    throw refused(
      `sslmode=disable is for this machine alone: anybody between here and ${host} could read tokens.`,
    );
  }
  throw refused(
    'sslmode must be verify-full, or disable for a server on this machine. Others do not check who answers.',
  );
};

const refused = (problem: string): CatalogueError => new CatalogueError('store.address', { problem });
