import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { makeZip } from 'client-zip';
import { systemTime, toIso } from '#base/clock.ts';
import type { About, Health } from '#contract/about.ts';
import type { Settings } from '#contract/sandbox.ts';
import type { Target } from '#contract/target.ts';
import { shareableLine } from './log-line.ts';
import type { Upkeep } from './upkeep.ts';

export interface DiagnosticsParts {
  readonly about: () => Promise<About>;
  readonly health: () => Promise<Health>;
  readonly settings: () => Promise<Settings>;
  readonly targets: () => Promise<Target[]>;
  /** Rows by table of `desk.db`. */
  readonly tables: () => Promise<Record<string, number>>;
  /** The host's own log. */
  readonly recentLines: () => readonly string[];
  /** What the app wrote down of its hosts; there is none without the app. */
  readonly hostLogFile: string;
  readonly dataDir: string;
}

const hostLogLines = 2000;

/** What helps to find a fault, and nothing that tells whose data this is: figures, versions, and the log without names. */
export const createDiagnostics =
  (parts: DiagnosticsParts): Upkeep['diagnostics'] =>
  async () => {
    const at = toIso(systemTime.now());
    const { dataDir: _dataDir, client, ...about } = await parts.about();
    const lastModified = new Date(systemTime.now());
    const files = {
      'read-me.txt': readMe(at),
      'about.json': inJson({ ...about, client: { id: client.id } }),
      'health.json': inJson(await parts.health()),
      'machine.json': inJson(machine()),
      'settings.json': inJson(await parts.settings()),
      'targets.json': inJson((await parts.targets()).map(shareableTarget)),
      'tables.json': inJson(await parts.tables()),
      'files.json': inJson(filesIn(parts.dataDir)),
      'log.txt': parts.recentLines().map(shareableLine).join('\n'),
      'host-log.txt': endOf(parts.hostLogFile).map(shareableLine).join('\n'),
    };
    const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified }));
    const bytes = new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
    return { name: `carryover-diagnostics-${at.slice(0, 19).replaceAll(':', '-')}Z.zip`, bytes };
  };

const inJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const readMe = (at: string): string =>
  `Diagnostics of Carryover at ${at}, to attach to a ticket. Every file is text: review it before you send it.

Not included: names of companies, integrators, targets and people; addresses; API keys, tokens and
values of headers; what was sent and received. Lines of the log keep their own words, figures and ids; of an error, its
kind and where in the program it happened.
`;

const machine = () => ({
  versions: process.versions,
  platform: process.platform,
  arch: process.arch,
  release: release(),
  processors: availableParallelism(),
  memoryBytes: totalmem(),
  used: process.memoryUsage(),
});

/** How it is set up, and not where it is or who it belongs to. */
const shareableTarget = (target: Target) => ({
  id: target.id,
  kind: target.kind,
  scheme: target.baseUrl.split(':', 1)[0],
  hasCa: target.hasCa,
  hasProxy: target.proxyUrl !== undefined,
  hasCallbackUrl: target.callbackUrl !== undefined,
  concurrency: target.concurrency,
  perSecond: target.perSecond,
});

/** Names of our own and sizes in bytes; a folder by how much is in it. */
const filesIn = (dataDir: string): Record<string, unknown> =>
  Object.fromEntries(
    readdirSync(dataDir, { withFileTypes: true })
      .filter(({ name }) => ours.test(name))
      .map((entry) => [
        entry.name,
        entry.isDirectory()
          ? { files: readdirSync(join(dataDir, entry.name)).length }
          : { bytes: statSync(join(dataDir, entry.name)).size },
      ]),
  );
const ours =
  /^((service|desk|vault)\.db(-wal|-shm)?|backups|sandboxes|states|rehearsals|outbox|uploads|logs|row-keys|sample|integrations\.json)$/;

const endOf = (path: string): string[] => {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-hostLogLines);
};
