import { InvalidArgumentError } from 'commander';
import ipaddr from 'ipaddr.js';
import { CommandError } from '#cli/command-error.ts';

/** For commander: where messages are forwarded to; a wrong one is a usage error. */
export const forwardTarget = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || text.length > 2048) {
    throw new InvalidArgumentError('Must be a URL such as http://localhost:3000/webhooks.');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new InvalidArgumentError('Must be a URL without credentials and fragment.');
  }
  return url;
};

/** @throws CommandError 2 if messages, which hold data of companies, would leave this machine unasked */
export const checkTarget = (target: URL, allowRemote: boolean): void => {
  if (allowRemote || isLoopback(target.hostname)) return;
  throw new CommandError(
    `${target.host} is not this machine. Messages hold data of companies; to send them there, add --allow-remote.`,
    2,
  );
};

const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
};
