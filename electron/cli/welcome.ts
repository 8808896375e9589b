import { allowedHostNames } from '#base/host-guard.ts';
import { packageVersion } from '#base/package-root.ts';
import { mask } from '#base/sealing.ts';
import type { Host } from '#host/index.ts';
import { colors } from './colors.ts';
import { onFolder } from './host-door.ts';
import type { ServeOptions } from './serve-options.ts';

/** The page: open in a browser, or an address that signs in once. */
export interface PageAddress {
  readonly url: string;
  readonly isOpen: boolean;
}

/** Shown once everything runs: addresses, and commands to try. */
export const welcome = ({ ready, clock }: Host, options: ServeOptions, page: PageAddress): string => {
  const command = (line: string): string => onFolder(line, options.data);
  const again = command('open');
  const facts: [string, string][] = [
    ['Page', colors.cyan(page.url)],
    [
      '',
      colors.dim(
        page.isOpen
          ? `open in your browser; if nothing appears: ${again} --print`
          : `works once; for another: ${again}`,
      ),
    ],
    ['Public API', colors.cyan(ready.apiUrl)],
    ['Reference', colors.cyan(`${ready.apiUrl}/docs`)],
    ['API key', `${mask(ready.apiKey)}  ${colors.dim(`in full: ${command('keys')}`)}`],
    ['Desk API', colors.cyan(`${ready.deskUrl}/api/docs`)],
    ['Data', ready.dataDir],
    ['Clock', formatClock(clock, command)],
  ];
  return [
    '',
    `  ${colors.bold('Carryover')} is running  ${colors.dim(packageVersion())}`,
    '',
    ...facts.map(([name, value]) => `  ${colors.dim(name.padEnd(10))}  ${value}`),
    '',
    `  ${colors.bold('Try next')}`,
    '',
    `  ${colors.dim('Create a company:')}`,
    `  ${curl(ready, command('keys --header'))}`,
    '',
    `  ${colors.dim('Receive webhooks in a second terminal, send one from a third:')}`,
    `  ${command('listen')}`,
    `  ${command('send connection.connected')}`,
    '',
    `  ${colors.dim('Ctrl+C stops it; the next start continues from here.')}`,
    '',
  ].join('\n');
};

/** The key is asked for by the shell: what a terminal shows ends in logs and on shared screens. */
const curl = ({ apiUrl }: Host['ready'], header: string): string =>
  `curl -s ${apiUrl}/companies -H "$(${header})" -H 'Content-Type: application/json' -d '{"name":"Acme Bakery"}'`;

const formatClock = (clock: Host['clock'], command: (line: string) => string): string =>
  clock === 'system'
    ? `system time  ${colors.dim('virtual clock: --clock virtual')}`
    : `virtual  ${colors.dim(`advance it: ${command('clock advance 28h')}`)}`;

/** What a bind address opens, if it is not loopback alone. */
export const opened = ({ bind, allowHost = [] }: ServeOptions): string | undefined => {
  if (/^(127\.|localhost$|::1$)/.test(bind)) return undefined;
  const names = [...allowedHostNames(bind, allowHost)].join(', ');
  return [
    `  ${colors.yellow('Open to the network:')} listening on ${bind}. Everyone who reaches this address can reach`,
    '    the public API (protected by an API key),',
    '    the desk (protected by the desk token; can reveal every secret).',
    `  Both are unencrypted HTTP, for the hosts ${names};`,
    '  add more with --allow-host.',
    '',
  ].join('\n');
};
