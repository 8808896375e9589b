import type { Trouble } from './target-error.ts';

/** Why no answer came, in words, by what the system and the HTTP client call it. */

/** Marks errors of the way to the proxy, which look like those of the way to the target. */
export const atProxy = Symbol('at the proxy');

/** No whole answer came in time. */
export class TimedOut extends Error {}
/** The answer was longer than what is read. */
export class TooLarge extends Error {}

interface Facts {
  readonly host: string;
  readonly timeoutMs: number;
  readonly limitBytes: number;
}

export const troubleOf = (error: unknown, facts: Facts): Trouble => {
  if (error instanceof TimedOut) return noAnswer(facts);
  if (error instanceof TooLarge) return tooLarge(facts);
  const { code = '', name, syscall, message = '', [atProxy]: proxy } = error as Partial<Known>;
  if (proxy !== undefined) return before('proxy', `the proxy ${proxy} can't be reached (${code})`, true);
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (proxyStatus !== undefined) return refusedByProxy(Number(proxyStatus));
  if (code.startsWith('UND_ERR_PRX')) {
    return before('proxy', 'the proxy broke off the connection', code === 'UND_ERR_PRX_CONN');
  }
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    const problem = `the name ${facts.host} leads to no address (${code}). Check the base URL and the network`;
    return before('name', problem, code === 'EAI_AGAIN');
  }
  if (code === 'METADATA_ADDRESS') {
    const problem = `the name ${facts.host} leads to a cloud metadata address, which is never called. Check the base URL`;
    return before('name', problem, false);
  }
  if (code === 'ECONNREFUSED') {
    return before('refused', 'nothing listens there (ECONNREFUSED). Check host and port, or start it', true);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || (code === 'ETIMEDOUT' && syscall === 'connect')) {
    const problem = `no connection came about in time (${code}). A firewall may hold it back`;
    return before('timeout', problem, true);
  }
  if (tlsCode.test(code)) return before('tls', formatTls(code), false);
  if (syscall === 'connect') return before('network', `no connection came about (${code})`, true);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return noAnswer(facts);
  if (name === 'HTTPParserError') return after('notHttp', 'what answers there does not speak HTTP', false);
  return after(
    'network',
    `the connection broke before the answer was whole (${code || 'no reason given'})`,
    true,
  );
};

interface Known {
  readonly code: string;
  readonly name: string;
  readonly syscall: string;
  readonly message: string;
  readonly [atProxy]: string;
}

const before = (kind: Trouble['kind'], problem: string, passing: boolean): Trouble => ({
  kind,
  problem,
  notCarriedOut: true,
  passing,
});
const after = (kind: Trouble['kind'], problem: string, passing: boolean): Trouble => ({
  kind,
  problem,
  notCarriedOut: false,
  passing,
});

const noAnswer = ({ timeoutMs }: Facts): Trouble =>
  after('timeout', `no whole answer came within ${timeoutMs / 1000} s`, true);

const tooLarge = ({ limitBytes }: Facts): Trouble =>
  after('tooLarge', `the answer is larger than ${limitBytes / 1_048_576} MiB, and was not read on`, false);

const refusedByProxy = (status: number): Trouble => {
  const problem =
    status === 407
      ? 'the proxy wants a user and a password (407). Put them into its URL, as in http://user:password@host:port (in the target; on the command line: `carryover targets change --proxy-file`, or HTTPS_PROXY)'
      : `the proxy made no connection (${status})`;
  return before('proxy', problem, status >= 502 && status <= 504);
};

const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

const formatTls = (code: string): string => {
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
    return `its certificate is signed by nobody who is trusted here (${code}). If it is of a private authority, give that one's certificate (--ca FILE)`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `its certificate has expired (${code}). Its owner must renew it`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is for another name (${code}). Check the host in the base URL`;
  }
  return `no secure connection came about (${code}). Perhaps no TLS is spoken on this port`;
};
