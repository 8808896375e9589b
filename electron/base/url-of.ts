import { isIPv6 } from 'node:net';

/** The URL, without a slash at its end, at which this machine reaches a server that is bound to the address. */
export const urlOf = (bind: string, port: number): string => {
  if (bind === '0.0.0.0' || bind === '::') return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(bind) ? `[${bind}]` : bind}:${port}`;
};
