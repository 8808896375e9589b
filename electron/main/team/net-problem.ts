import { CatalogueError } from '#contract/errors.ts';
import { RedirectError } from './ask.ts';

/** What Chromium's network says of a desk that can't be asked, as an error of the catalogue. */
export const teamProblem = (address: string, thrown: unknown): CatalogueError => {
  if (thrown instanceof CatalogueError) return thrown;
  if (thrown instanceof RedirectError)
    return new CatalogueError('teamDesk.redirected', { address, to: placeOf(thrown.to) });
  const code = codeOf(thrown);
  const certificate = certificates[code] ?? (/^ERR_CERT_/.test(code) ? unverified(code) : undefined);
  const options = { cause: thrown };
  if (certificate !== undefined)
    return new CatalogueError('teamDesk.certificate', { address, ...certificate }, [], options);
  const problem = unsent[code];
  return problem === undefined
    ? new CatalogueError(
        'teamDesk.interrupted',
        { address, problem: code || 'no reason is known' },
        [],
        options,
      )
    : new CatalogueError('teamDesk.unreachable', { address, problem }, [], options);
};

/** Such as `ERR_CERT_DATE_INVALID`; empty for what is no error of the network. */
const codeOf = (thrown: unknown): string =>
  (thrown instanceof Error ? /net::(ERR_\w+)/.exec(thrown.message)?.[1] : undefined) ?? '';

/** Of a redirect: where it leads, without what may be a secret in it. */
const placeOf = (url: string): string => URL.parse(url)?.host || 'an address that is no URL';

interface Certificate {
  readonly problem: string;
  readonly advice: string;
}

const askTheirs = 'Check the address; if it is right, tell an admin of the desk.';

const unverified = (code: string): Certificate => ({
  problem: `it could not be verified (${code})`,
  advice: askTheirs,
});

const certificates: Readonly<Record<string, Certificate>> = {
  ERR_CERT_AUTHORITY_INVALID: {
    problem: 'it is self-signed, or this system does not trust who issued it',
    advice:
      'Check the address. If your organisation has an authority of its own, this system has to trust it; ask an admin of the desk.',
  },
  ERR_CERT_COMMON_NAME_INVALID: { problem: 'it is for another host', advice: askTheirs },
  ERR_CERT_DATE_INVALID: {
    problem: 'it has expired, or is not valid yet',
    advice: 'Check the clock of this machine; if it is right, tell an admin of the desk.',
  },
  ERR_CERT_REVOKED: { problem: 'it was revoked', advice: askTheirs },
};

/** There was no connection, so nothing of the request can have arrived. */
const unsent: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: 'no host of that name was found',
  ERR_CONNECTION_REFUSED: 'nothing listens there',
  ERR_CONNECTION_TIMED_OUT: 'the host does not respond',
  ERR_ADDRESS_UNREACHABLE: 'the host is out of reach',
  ERR_INTERNET_DISCONNECTED: 'this machine is not connected to a network',
  ERR_PROXY_CONNECTION_FAILED: 'the proxy of this system does not respond',
  ERR_TUNNEL_CONNECTION_FAILED: 'the proxy of this system refused the connection',
  ERR_SSL_PROTOCOL_ERROR: 'it does not speak TLS',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'it has no version of TLS that this app takes',
  ERR_SSL_UNRECOGNIZED_NAME_ALERT: 'it does not know the name of the host',
};
