import { connect, type Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { formatDuration } from '#contract/format.ts';
import { type Destination, pinned } from './destination.ts';
import type { Finding } from './doctor.ts';
import { rejectMachineFault } from './machine-fault.ts';

/** Before anything is sent: the name, and the port. */

export const checkName = (destination: Destination): Finding => {
  const { host, isLiteral, addresses, problem, durationMs } = destination;
  if (problem !== undefined) {
    const evidence = [`${host}: ${problem.text}.`];
    if (problem.temporary) return { outcome: 'undetermined', evidence };
    return { outcome: 'fail', evidence, cause: 'nameUnknown' };
  }
  if (isLiteral) return { outcome: 'pass', evidence: [`${host} is an IP address; no name to resolve.`] };
  return {
    outcome: 'pass',
    evidence: [`${host} → ${addresses.slice(0, 8).join(', ')} in ${formatDuration(durationMs)}`],
  };
};

/** Connects once and closes again. */
export const checkPort = async (
  destination: Destination,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Finding> => {
  const { host, port } = destination;
  const startedAt = systemTime.monotonic();
  const opened = await open(destination, timeoutMs, signal);
  const took = formatDuration(systemTime.monotonic() - startedAt);
  if (typeof opened !== 'string') {
    const { remoteAddress = host } = opened;
    opened.destroy();
    return { outcome: 'pass', evidence: [`Connected to ${remoteAddress}, port ${port}, in ${took}`] };
  }
  const isClosed = opened === 'ECONNREFUSED';
  return {
    outcome: 'fail',
    evidence: [
      `${host}, port ${port}: ${isClosed ? 'connection refused' : `no connection (${opened})`} after ${took}`,
    ],
    cause: isClosed ? 'notListening' : 'filtered',
  };
};

/** The socket, or the code of what went wrong. @throws MachineFaultError */
const open = (destination: Destination, timeoutMs: number, signal: AbortSignal): Promise<Socket | string> =>
  new Promise((resolve, reject) => {
    const { host, port } = destination;
    const socket = connect({ host, port, lookup: pinned(destination) });
    const end = (result: Socket | string): void => {
      cancel();
      signal.removeEventListener('abort', aborted);
      resolve(result);
      if (typeof result === 'string') socket.destroy();
    };
    const aborted = (): void => end('aborted');
    const cancel = systemTime.after(timeoutMs, () => end('timeout'));
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
    socket.once('connect', () => end(socket));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      rejectMachineFault(error, reject);
      end(error.code ?? error.message);
    });
  });
