import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unusedPort } from '#test/support/unused-port.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** A PostgreSQL server of the tests' own: the real one, on a free port of this machine, with its files in a temporary folder. */
export interface PostgresServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Its folder, for `pg_ctl` and the server's own log. */
  readonly folder: string;
  /** Ends it at once, without a word to whoever is connected, and starts it again: it recovers as after a crash. */
  restart(): void;
  stop(): void;
}

export interface PostgresOptions {
  /** Lines of `postgresql.conf`. */
  readonly settings?: readonly string[];
  /** It survives the death of its processes, and of the machine; left out: the first alone, which is faster. */
  readonly durable?: boolean;
  /** A certificate that it shows, in PEM form: connections may be encrypted then. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

const user = 'carryover_tests';
const password = 'only for tests: p@ss/word';

export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const binaries = findBinaries();
  const folder = mkdtempSync(join(parentFolder(), 'carryover-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const port = await unusedPort();
  mkdirSync(data, { mode: 0o700 });
  if (binaries.user !== undefined) {
    chownSync(folder, binaries.user.uid, binaries.user.gid);
    chownSync(data, binaries.user.uid, binaries.user.gid);
  }
  makeCluster(binaries, folder, data);
  writeFileSync(join(data, 'postgresql.auto.conf'), settingsOf(port, options).join('\n'));
  if (options.tls !== undefined) writeCertificate(binaries, data, options.tls);
  const control = (...args: readonly string[]): void => {
    const log = join(folder, 'server.log');
    execFileSync(binaries.pgCtl, ['-D', data, '-s', '-w', '-l', log, ...args], {
      ...binaries.user,
      stdio: 'ignore',
    });
  };
  control('start');
  const guard = guarded(binaries, folder, data);
  return {
    port,
    user,
    password,
    folder,
    restart: () => control('restart', '-m', 'immediate'),
    stop: () => guard.end(),
  };
};

/** Stops the server, and removes its files, when this process ends, in whatever way: a pipe to it closes then. */
const guarded = ({ pgCtl, user: as }: Binaries, folder: string, data: string): { end(): void } => {
  const child = spawn(process.execPath, ['-e', guardScript, pgCtl, data, folder, JSON.stringify(as ?? {})], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return { end: () => void child.stdin?.end() };
};

const guardScript = `
  const [, pgCtl, data, folder, user] = process.argv;
  process.stdin.resume().on('close', () => {
    try {
      require('node:child_process').execFileSync(pgCtl, ['-D', data, '-s', '-w', '-m', 'immediate', 'stop'], JSON.parse(user));
    } finally {
      require('node:fs').rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  });`;

/** In memory where there is such a place: only the death of processes is tried, not that of the machine. */
const parentFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

const makeCluster = ({ initdb, user: as }: Binaries, folder: string, data: string): void => {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  execFileSync(
    initdb,
    [
      ...['-D', data, '-U', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      // Each test opens several connections, and nobody guesses their password.
      ...['-c', 'scram_iterations=1'],
      ...['--no-sync', '--no-locale', '--encoding', 'UTF8', '--no-instructions'],
    ],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  rmSync(passwordFile);
};

const writeCertificate = (
  { user: as }: Binaries,
  data: string,
  { cert, key }: NonNullable<PostgresOptions['tls']>,
): void => {
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (as !== undefined) chownSync(path, as.uid, as.gid);
  }
};

const settingsOf = (port: number, { settings = [], durable = false, tls }: PostgresOptions): string[] => [
  `port = ${port}`,
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 300',
  'shared_buffers = 64MB',
  // What was committed survives the processes either way.
  ...(durable ? [] : ['fsync = off', 'full_page_writes = off']),
  'log_min_messages = warning',
  ...(tls === undefined ? [] : ['ssl = on']),
  ...settings,
  '',
];
