import { closeSync, openSync } from 'node:fs';
import { devNull, networkInterfaces } from 'node:os';

/** Why a connection could not even be tried: this machine is in the way, and nothing is known of the other side. */
export type OwnFault = 'EMFILE' | 'ENFILE' | 'ENOBUFS' | 'ENOMEM' | 'EADDRNOTAVAIL';

const shortOf: Readonly<Record<OwnFault, string>> = {
  EMFILE: 'this process has no free file descriptor (EMFILE). Raise its limit with `ulimit -n`',
  ENFILE: 'this machine has no free file descriptor (ENFILE)',
  ENOBUFS: 'this machine has no free network buffer (ENOBUFS)',
  ENOMEM: 'this machine has no free memory (ENOMEM)',
  EADDRNOTAVAIL: 'this machine has no free port for outgoing connections (EADDRNOTAVAIL)',
};

/** The fault in words: part of a sentence, without a full stop. */
export const formatOwnFault = (fault: OwnFault): string => shortOf[fault];

/**
 * The fault of this machine that an error of the system tells of, if it does. Of a connection that was tried over
 * several addresses, each must have failed by one: any other failure says something about the other side.
 */
export const ownFault = (error: unknown): OwnFault | undefined => {
  if (error instanceof AggregateError) {
    const faults = error.errors.map(ownFault);
    return faults.includes(undefined) ? undefined : faults[0];
  }
  if (!(error instanceof Error)) return undefined;
  const { code, address } = error as { code?: unknown; address?: unknown };
  if (typeof code !== 'string') return ownFault(error.cause);
  if (!(code in shortOf)) return undefined;
  // Without IPv6 that is the answer for each such address, for good: then the address is at fault.
  if (code === 'EADDRNOTAVAIL' && isIPv6(address) && !hasIPv6()) return undefined;
  return code as OwnFault;
};

const isIPv6 = (address: unknown): boolean => typeof address === 'string' && address.includes(':');

const hasIPv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Whether a file can be opened now. The system's resolver does not say that it could not open a socket. */
export const hasFreeDescriptor = (): boolean => {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
};
