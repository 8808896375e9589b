import type { IPv4 } from 'ipaddr.js';
import type { Match } from './reading.ts';

/** The first packet of a new TCP connection from the service, as a firewall sees it. */
export interface Packet {
  readonly address: IPv4;
  readonly port: number;
  /** Known only after the firewall itself has set it. */
  readonly destination?: IPv4;
}

/** Bridges of containers and virtual machines on the same host: nothing from the Internet arrives by them. */
const inner = /^(lo$|docker\d|br-[0-9a-f]{4}|veth|virbr|cni|lxc|lxdbr|flannel|podman)/;

/** Whether the packet arrives by an interface of this name; which one faces the Internet can't be known. */
export const matchInterface = (name: string): Match => {
  if (name === '+' || name === '*') return 'yes';
  return inner.test(name) ? 'no' : 'maybe';
};

/** Whether a connection state of the list is that of a new connection. */
export const matchStates = (states: readonly string[], untracked: boolean): Match => {
  const lower = states.map((state) => state.trim().toLowerCase());
  if (lower.includes('new')) return untracked ? 'maybe' : 'yes';
  const known = ['established', 'related', 'invalid', 'untracked', 'snat', 'dnat'];
  if (lower.some((state) => !known.includes(state))) return 'maybe';
  if (lower.includes('snat') || lower.includes('dnat')) return 'maybe';
  return lower.includes('untracked') && untracked ? 'maybe' : 'no';
};
