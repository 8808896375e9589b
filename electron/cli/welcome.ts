import { packageVersion } from '#base/package-root.ts';
import { mask } from '#base/sealing.ts';
import type { Host } from '#host/index.ts';
import { colors } from './colors.ts';
import { onFolder } from './host-door.ts';
import type { ServeOptions } from './serve-options.ts';

/** The page: open in a browser, at an address that signs in once, or where a proxy passes requests on. */
export interface PageAddress {
  readonly url: string;
  readonly state: 'open' | 'ticket' | 'stated';
}

/** Shown once everything runs: addresses, and commands to try. */
export const welcome = (
  { ready, clock, reach }: Host,
  options: ServeOptions,
  page: PageAddress | undefined,
): string => {
  const command = (line: string): string => onFolder(line, options.data);
  const facts: [string, string][] = [
    ...(page === undefined ? [] : pageFacts(page, command('open'))),
    ...(ready.apiUrl === ''
      ? []
      : apiFacts(ready, command('keys'), page === undefined ? reach.httpsUrl : undefined)),
    ...(page === undefined ? [] : [['Desk API', colors.cyan(`${ready.deskUrl}/api/docs`)] as Fact]),
    ['Data', ready.dataDir],
    ['Clock', formatClock(clock, command)],
  ];
  return [
    '',
    `  ${colors.bold('Carryover')} is running  ${colors.dim(packageVersion())}`,
    '',
    ...facts.map(([name, value]) => `  ${colors.dim(name.padEnd(10))}  ${value}`),
    '',
    ...(page === undefined || ready.apiUrl === '' ? [] : tries(ready, command)),
    `  ${colors.dim('Ctrl+C stops it; the next start continues from here.')}`,
    '',
  ].join('\n');
};

type Fact = [string, string];

const pageFacts = (page: PageAddress, again: string): Fact[] => [
  ['Page', colors.cyan(page.url)],
  [
    '',
    colors.dim(
      {
        open: `open in your browser; if nothing appears: ${again} --print`,
        ticket: `works once; for another: ${again}`,
        stated: `by a proxy that ends TLS; to sign in: ${again} --print`,
      }[page.state],
    ),
  ],
];
const apiFacts = ({ apiUrl, apiKey }: Host['ready'], keys: string, stated: string | undefined): Fact[] => [
  ['Public API', colors.cyan(stated ?? apiUrl)],
  ['Reference', colors.cyan(`${apiUrl}/docs`)],
  ['API key', `${mask(apiKey)}  ${colors.dim(`in full: ${keys}`)}`],
];

/** What can be tried at a process that answers for both. */
const tries = (ready: Host['ready'], command: (line: string) => string): string[] => [
  `  ${colors.bold('Try next')}`,
  '',
  `  ${colors.dim('Create a company:')}`,
  `  ${curl(ready, command('keys --header'))}`,
  '',
  `  ${colors.dim('Receive webhooks in a second terminal, send one from a third:')}`,
  `  ${command('listen')}`,
  `  ${command('send connection.connected')}`,
  '',
];

/** The key is asked for by the shell: what a terminal shows ends in logs and on shared screens. */
const curl = ({ apiUrl }: Host['ready'], header: string): string =>
  `curl -s ${apiUrl}/companies -H "$(${header})" -H 'Content-Type: application/json' -d '{"name":"Acme Bakery"}'`;

const formatClock = (clock: Host['clock'], command: (line: string) => string): string =>
  clock === 'system'
    ? `system time  ${colors.dim('virtual clock: --clock virtual')}`
    : `virtual  ${colors.dim(`advance it: ${command('clock advance 28h')}`)}`;

/** What listening beyond loopback opens, if it does. */
export const opened = ({ reach: { bind, httpsUrl, isOpen } }: Pick<Host, 'reach'>): string | undefined =>
  isOpen
    ? [
        `  ${colors.yellow('Open to the network:')} listening on ${bind} by plain HTTP, for the proxy of ${httpsUrl}.`,
        '    Let only that proxy reach this address: what others send to it is not encrypted.',
        '',
      ].join('\n')
    : undefined;
