import { TimedOut, TooLarge } from '#base/outgoing/send-once.ts';
import { formatOwnFault, ownFault } from '#base/own-fault.ts';
import type { Trouble } from './target-error.ts';

/** Why a call failed, by the codes of the system and the HTTP client. */

/** Marks errors of the way to the proxy, which look like those of the way to the target. */
export const atProxy = Symbol('at the proxy');

interface Facts {
  readonly host: string;
  readonly timeoutMs: number;
  readonly limitBytes: number;
  readonly given?: Given;
}

/** Where a person set the address and the private authority. */
interface Given {
  readonly address: string;
  readonly ca: string;
}

const byTarget: Given = { address: 'the base URL', ca: '--ca FILE' };

export const troubleOf = (error: unknown, facts: Facts): Trouble => {
  if (error instanceof TimedOut) return noAnswer(facts);
  if (error instanceof TooLarge) return tooLarge(facts);
  const own = ownFault(error);
  if (own !== undefined) return before('network', formatOwnFault(own), true);
  const known = error as Partial<Known>;
  return atTheProxy(known) ?? beforeSending(known, facts) ?? whileReading(known, facts);
};

const atTheProxy = ({ code = '', message = '', [atProxy]: proxy }: Partial<Known>): Trouble | undefined => {
  if (proxy !== undefined) return before('proxy', `the proxy ${proxy} can't be reached (${code})`, true);
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (proxyStatus !== undefined) return refusedByProxy(Number(proxyStatus));
  if (!code.startsWith('UND_ERR_PRX')) return undefined;
  return before('proxy', 'the proxy closed the connection', code === 'UND_ERR_PRX_CONN');
};

const beforeSending = (
  { code = '', syscall }: Partial<Known>,
  { host, given = byTarget }: Facts,
): Trouble | undefined => {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    const problem = `the name ${host} does not resolve (${code}). Check ${given.address} and the network`;
    return before('name', problem, code === 'EAI_AGAIN');
  }
  if (code === 'METADATA_ADDRESS') {
    const problem = `the name ${host} resolves to a cloud metadata address, which is never called. Check ${given.address}`;
    return before('name', problem, false);
  }
  if (code === 'ECONNREFUSED') {
    return before('refused', 'nothing listens there (ECONNREFUSED). Check host and port, or start it', true);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || (code === 'ETIMEDOUT' && syscall === 'connect')) {
    return before('timeout', `connecting timed out (${code}). A firewall may block it`, true);
  }
  if (tlsCode.test(code)) return before('tls', formatTls(code, given), false);
  return syscall === 'connect' ? before('network', `connecting failed (${code})`, true) : undefined;
};

const whileReading = ({ code = '', name }: Partial<Known>, facts: Facts): Trouble => {
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return noAnswer(facts);
  if (name === 'HTTPParserError') return after('notHttp', 'the response is not HTTP', false);
  const problem = `the connection closed before the response was complete (${code || 'no reason given'})`;
  return after('network', problem, true);
};

interface Known {
  readonly code: string;
  readonly name: string;
  readonly syscall: string;
  readonly message: string;
  readonly [atProxy]: string;
}

const trouble =
  (notCarriedOut: boolean) =>
  (kind: Trouble['kind'], problem: string, passing: boolean): Trouble => ({
    kind,
    problem,
    notCarriedOut,
    passing,
  });
/** Before the call was sent, and after. */
const [before, after] = [trouble(true), trouble(false)];

const noAnswer = ({ timeoutMs }: Facts): Trouble =>
  after('timeout', `no complete response within ${timeoutMs / 1000} s`, true);

const tooLarge = ({ limitBytes }: Facts): Trouble =>
  after('tooLarge', `the response is larger than ${limitBytes / 1_048_576} MiB`, false);

const refusedByProxy = (status: number): Trouble => {
  const problem =
    status === 407
      ? 'the proxy requires a user and password (407). Add them to its URL, as in http://user:password@host:port (in the target; on the command line: `carryover targets change --proxy-file`, or HTTPS_PROXY)'
      : `the proxy could not connect (${status})`;
  return before('proxy', problem, status >= 502 && status <= 504);
};

const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

const formatTls = (code: string, { address, ca }: Given): string => {
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
    return `its certificate is not trusted here (${code}). For a private authority, give its certificate (${ca})`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `its certificate has expired (${code}). Its owner must renew it`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is for another name (${code}). Check the host in ${address}`;
  }
  return `the TLS connection failed (${code}). This port may not use TLS`;
};
