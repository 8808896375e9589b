import { errors } from 'undici';
import { hasFreeDescriptor, type OwnFault, ownFault } from '#base/own-fault.ts';
import type { OutboundError } from './outbound.ts';

const byCode: Readonly<Record<string, OutboundError>> = {
  ADDRESS_REFUSED: 'AddressRefused',
  ECONNREFUSED: 'ConnectionRefused',
  ECONNRESET: 'ConnectionReset',
  EPIPE: 'ConnectionReset',
  UND_ERR_SOCKET: 'ConnectionReset',
  ENOTFOUND: 'DnsError',
  EAI_AGAIN: 'DnsError',
  EAI_FAIL: 'DnsError',
  ENODATA: 'DnsError',
  ETIMEDOUT: 'Timeout',
  UND_ERR_CONNECT_TIMEOUT: 'Timeout',
  EPROTO: 'TlsError',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TlsError',
  SELF_SIGNED_CERT_IN_CHAIN: 'TlsError',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TlsError',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TlsError',
  UND_ERR_HEADERS_OVERFLOW: 'ResponseInvalid',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ResponseInvalid',
};

/** The name under which a failure is logged. */
export const outboundErrorName = (error: unknown): OutboundError => {
  // The parser's errors have a code of their own only sometimes.
  if (error instanceof errors.HTTPParserError) return 'ResponseInvalid';
  const code = codeOf(error);
  if (code === undefined) return 'ConnectionError';
  if (code in byCode) return byCode[code] as OutboundError;
  if (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code)) return 'TlsError';
  return 'ConnectionError';
};

/** The fault of this machine behind a failure, if it is one. A name is not resolved either without a descriptor. */
export const ownFaultOf = (error: unknown): OwnFault | undefined => {
  const fault = ownFault(error);
  if (fault !== undefined || outboundErrorName(error) !== 'DnsError') return fault;
  return hasFreeDescriptor() ? undefined : 'EMFILE';
};

/**
 * A connection that was tried over several addresses fails with one error for each: the last one that is known by name
 * speaks, since an address family that the machine lacks says nothing about the endpoint.
 */
const codeOf = (error: unknown): string | undefined => {
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.findLast((code) => code !== undefined && code in byCode) ?? codes.at(-1);
  }
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
};
