import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, refusal } from './address-policy.ts';
import type { Names } from './names.ts';

export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

/**
 * Opens connections, but only to addresses that the policy allows. Names are resolved here, and the very addresses
 * that were judged are the ones connected to.
 * @param timeoutMs for the connection, TLS included
 */
export const createConnector = (
  policy: AddressPolicy,
  names: Names,
  timeoutMs: number,
): buildConnector.connector => {
  const judged = async (hostname: string) => {
    const addresses = await names.resolve(hostname);
    const allowed = addresses.filter((address) => refusal(address, policy) === undefined);
    const [first] = allowed;
    if (first === undefined) {
      const reasons = addresses.map((address) => refusal(address, policy)).join('; ');
      throw new AddressRefusedError(`${hostname} is refused: ${reasons}.`);
    }
    return { first, allowed };
  };
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    judged(hostname).then(
      ({ first, allowed }) => {
        if (all) callback(null, allowed.map(withFamily));
        else callback(null, first, isIP(first));
      },
      (error) => callback(error, ''),
    );
  };
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs, lookup });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    const reason = isIP(literal) === 0 ? undefined : refusal(literal, policy);
    if (reason !== undefined) {
      setImmediate(() => callback(new AddressRefusedError(`${literal} is refused: ${reason}.`), null));
      return;
    }
    connect(options, callback);
  };
};

const withFamily = (address: string) => ({ address, family: isIP(address) });
