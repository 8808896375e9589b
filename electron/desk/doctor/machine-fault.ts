import { formatOwnFault, ownFault } from '#base/own-fault.ts';

/** This machine could not open a connection, which says nothing about the consumer: what is left is not tested. */
export class MachineFaultError extends Error {}

/** Rejects with a MachineFaultError if an error of a connection is one of this machine's own. */
export const rejectMachineFault = (error: unknown, reject: (reason: MachineFaultError) => void): void => {
  const fault = ownFault(error);
  if (fault !== undefined) reject(new MachineFaultError(`Not tested: ${formatOwnFault(fault)}.`));
};
