import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ownFault } from '#base/own-fault.ts';

export const systemHostsFile = (): string =>
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/**
 * Answers the addresses that the hosts file gives a name (lower case), in the file's order; none if it isn't in there.
 * The file is read again when it has changed, so that an edit counts at once. A file that can't be read is empty.
 */
export const createHostsFile = (path: string): ((name: string) => readonly string[]) => {
  let version = '';
  let byName = new Map<string, string[]>();
  return (name) => {
    // Not asynchronous: that would wait for the very threads that a dead name may hold.
    const present = versionOf(path);
    if (present !== version) {
      const content = contentOf(path);
      if (content === undefined) return byName.get(name) ?? [];
      byName = parse(content);
      version = present;
    }
    return byName.get(name) ?? [];
  };
};

const versionOf = (path: string): string => {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return 'unreadable';
  }
};

/** Undefined if only this machine is in the way for the moment. */
const contentOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return ownFault(error) === undefined ? '' : undefined;
  }
};

const parse = (content: string): Map<string, string[]> => {
  const byName = new Map<string, string[]>();
  for (const line of content.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const addresses = byName.get(name.toLowerCase());
      if (addresses === undefined) byName.set(name.toLowerCase(), [address]);
      else if (!addresses.includes(address)) addresses.push(address);
    }
  }
  return byName;
};
