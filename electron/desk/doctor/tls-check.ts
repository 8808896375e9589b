import { isIP } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { systemTime, toIso } from '#base/clock.ts';
import { formatCount } from '#contract/format.ts';
import type { Cause } from './causes.ts';
import { type Destination, pinned } from './destination.ts';
import type { Finding, RunOptions } from './doctor.ts';
import { rejectMachineFault } from './machine-fault.ts';

/** Whether requests may go over it: a chain and a name that do not hold would give headers to anybody. */
export interface TlsFinding extends Finding {
  readonly trusted: boolean;
}

interface Problem {
  readonly line: string;
  readonly cause: Cause;
}

export const checkTls = async (destination: Destination, options: RunOptions): Promise<TlsFinding> => {
  const shaken = await shakeHands(destination, options);
  if (typeof shaken === 'string') {
    const evidence = [`TLS handshake with ${destination.host}, port ${destination.port}: ${shaken}`];
    return { outcome: 'fail', evidence, cause: 'tlsHandshake', trusted: false };
  }
  const { protocol, chainProblem, certificate } = shaken;
  const nameProblem = checkServerIdentity(destination.host, certificate)?.message;
  const { line: expiry, soon } = expiryOf(certificate, options.limits.certificateDays);
  const trusted = chainProblem === undefined && nameProblem === undefined;
  const old = trusted ? await acceptedVersions(destination, options) : { accepted: [], unknown: [] };
  const problems: Problem[] = [
    ...(soon ? [{ line: expiry, cause: 'tlsExpiry' as const }] : []),
    ...(chainProblem === undefined || soon === 'expired'
      ? []
      : [{ line: `The chain is not trusted: ${chainProblem}`, cause: 'tlsChain' as const }]),
    ...(nameProblem === undefined ? [] : [{ line: short(nameProblem), cause: 'tlsName' as const }]),
    ...old.accepted.map((version) => ({ line: `${version} is accepted`, cause: 'tlsObsolete' as const })),
  ];
  const [worst] = problems;
  if (worst !== undefined) {
    return { outcome: 'fail', evidence: problems.map(({ line }) => line), cause: worst.cause, trusted };
  }
  const evidence = [`${protocol}; the chain and the name are valid`, expiry];
  if (old.unknown.length === 0) {
    return { outcome: 'pass', evidence: [...evidence, 'TLS 1.0 and TLS 1.1 are refused'], trusted };
  }
  const untried = `${old.unknown.join(' and ')} could not be tried from this machine`;
  return { outcome: 'undetermined', evidence: [...evidence, untried], trusted };
};

interface Shaken {
  readonly protocol: string;
  /** Why the chain is not trusted. */
  readonly chainProblem?: string;
  readonly certificate: DetailedPeerCertificate;
}

/** What the handshake showed, or the code of what went wrong. */
const shakeHands = (
  destination: Destination,
  { limits, signal, ca }: RunOptions,
  versions: Partial<ConnectionOptions> = {},
): Promise<Shaken | string> =>
  new Promise((resolve, reject) => {
    const { host, port } = destination;
    let socket: TLSSocket | undefined;
    const end = (result: Shaken | string): void => {
      cancel();
      signal.removeEventListener('abort', aborted);
      resolve(result);
      socket?.destroy();
    };
    const aborted = (): void => end('aborted');
    const cancel = systemTime.after(limits.connectMs, () => end('no response in time'));
    signal.addEventListener('abort', aborted);
    try {
      socket = connect({
        host,
        port,
        lookup: pinned(destination),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca }),
        // Judged below; nothing is sent on it.
        rejectUnauthorized: false,
        ...versions,
      });
    } catch (error) {
      return end(`${notOffered} ${(error as NodeJS.ErrnoException).code ?? ''}`);
    }
    const open = socket;
    open.on('error', (error: NodeJS.ErrnoException) => {
      rejectMachineFault(error, reject);
      end(error.code ?? short(error.message));
    });
    open.on('close', () => end('connection closed'));
    open.once('secureConnect', () => end(seenOn(open)));
  });

const notOffered = 'not offered:';

const seenOn = (socket: TLSSocket): Shaken => {
  // The types say Error; it is the code of one.
  const problem = socket.authorizationError as unknown as string | Error | undefined | null;
  const code = problem instanceof Error ? ((problem as NodeJS.ErrnoException).code ?? '') : (problem ?? '');
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    certificate: socket.getPeerCertificate(true),
    ...(code === '' || code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? {} : { chainProblem: code }),
  };
};

const dayMs = 86_400_000;
/** Of a chain that leads in a circle. */
const mostLinks = 10;

/** By the certificate of the chain that expires first; the root is the client's own. */
const expiryOf = (leaf: DetailedPeerCertificate, days: number) => {
  let until = Date.parse(leaf.valid_to);
  let one = leaf;
  for (let link = 0; link < mostLinks; link += 1) {
    const issuer = one.issuerCertificate as DetailedPeerCertificate | undefined;
    if (issuer === undefined || issuer.fingerprint256 === issuer.issuerCertificate?.fingerprint256) break;
    one = issuer;
    until = Math.min(until, Date.parse(one.valid_to));
  }
  const left = Math.floor((until - systemTime.now()) / dayMs);
  const date = toIso(until).slice(0, 10);
  if (left < 0) return { line: `The certificate expired on ${date}`, soon: 'expired' as const };
  return {
    line: `The certificate is valid until ${date} (${formatCount(left, 'day')})`,
    soon: left < days ? ('soon' as const) : undefined,
  };
};

const obsolete = [
  ['TLS 1.0', 'TLSv1'],
  ['TLS 1.1', 'TLSv1.1'],
] as const;

/** Weaker ciphers and hashes go with the old versions; OpenSSL offers them at this level alone, BoringSSL knows none. */
const cipherLists = ['ALL:@SECLEVEL=0', 'ALL'];

/** Errors of our own side: nothing was offered, so nothing was refused. */
const ownErrors = /^not offered:|NO_PROTOCOLS_AVAILABLE|NO_CIPHERS|no response in time|ETIMEDOUT/;

const acceptedVersions = async (destination: Destination, options: RunOptions) => {
  const accepted: string[] = [];
  const unknown: string[] = [];
  for (const [title, version] of obsolete) {
    let shaken: Shaken | string = notOffered;
    for (const ciphers of cipherLists) {
      const versions = { minVersion: version, maxVersion: version, ciphers } as const;
      if (typeof shaken === 'string' && shaken.startsWith(notOffered)) {
        shaken = await shakeHands(destination, options, versions);
      }
    }
    if (typeof shaken !== 'string') accepted.push(title);
    else if (ownErrors.test(shaken)) unknown.push(title);
  }
  return { accepted, unknown };
};

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
