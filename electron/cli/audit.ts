import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { errorText } from '#base/error-text.ts';
import {
  type AuditExportQuery,
  type AuditRemoval,
  type AuditSecret,
  type AuditStream,
  type AuditStreamAdded,
  type AuditStreamPatch,
  type AuditStreamRequest,
  type AuditTest,
  auditDetails,
  auditFormats,
} from '#contract/audit.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { formatAuditStreams } from './format/audit.ts';
import { headersFrom } from './header-input.ts';
import { withHost } from './host-access.ts';
import { refuseExisting } from './new-file.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { read } from './secret-input.ts';

/** `carryover audit`: what the desk records leaves by HTTPS, or as a file. */
export const auditCommand = (): Command => {
  const audit = new Command('audit').description('Send what the desk records to other systems, or export it');
  const list = new Command('list').description('List audit streams, with what waits').action(listStreams);
  const all = [
    list,
    addCommand(),
    changeCommand(),
    ofStream('pause', 'Pause an audit stream; nothing is skipped', (name, options) =>
      change(name, { paused: true }, options),
    ),
    ofStream('resume', 'Resume an audit stream', (name, options) => change(name, { paused: false }, options)),
    ofStream('test', 'Send a test event, and show the response', testStream),
    ofStream('rotate', 'Replace the signing secret; the former one signs for 24 h more', rotate),
    ofStream('remove', 'Remove an audit stream, once its last event was delivered', removeStream).option(
      '--yes',
      'skip confirmation',
    ),
    exportCommand(),
  ];
  for (const command of all) audit.addCommand(withJson(withData(command)), { isDefault: command === list });
  withExamples(list, ['audit list', 'Each stream, and what waits.']);
  return withExamples(
    audit,
    [
      'audit add siem --url https://siem.example/events --header Authorization=token.txt',
      'Send from now on.',
    ],
    ['audit export --out audit.ndjson --from 2026-11-01T00:00:00Z', 'Export as a file.'],
  );
};

const ofStream = (
  name: string,
  description: string,
  action: (stream: string, options: CommonOptions & { readonly yes?: true }) => Promise<void>,
): Command =>
  withExamples(new Command(name).description(description).argument('<stream>', 'name or id').action(action), [
    `audit ${name} siem`,
    `${description}.`,
  ]);

const pathOf = (stream: string, rest = ''): string =>
  `/api/audit/streams/${encodeURIComponent(stream)}${rest}`;

const listStreams = (options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = await desk.get<{ results: AuditStream[] }>('/api/audit/streams');
    if (options.json) printJson(found);
    else print(formatAuditStreams(found.results));
  });

interface StreamOptions extends CommonOptions {
  readonly url?: string;
  readonly detail?: AuditStreamRequest['detail'];
  readonly header?: readonly string[];
  readonly ca?: string | false;
}

const withStreamOptions = (command: Command): Command =>
  command
    .addOption(new Option('--detail <detail>', 'how much of an entry leaves').choices([...auditDetails]))
    .option('--header <name=file...>', 'header, such as Authorization; - is stdin, env:NAME a variable')
    .option('--ca <file>', 'PEM certificates of a private authority');

const settingsOf = async ({ url, detail, header, ca }: StreamOptions) => ({
  ...(url === undefined ? {} : { url }),
  ...(detail === undefined ? {} : { detail }),
  ...(header === undefined ? {} : { headers: await headersFrom(header) }),
  ...(typeof ca === 'string' ? { caPem: read(ca) } : {}),
});

interface AddOptions extends StreamOptions {
  readonly url: string;
  readonly format: AuditStreamRequest['format'];
  readonly fromBeginning?: true;
}

const addCommand = (): Command =>
  withExamples(
    withStreamOptions(
      new Command('add')
        .description('Add an audit stream')
        .argument('<name>')
        .requiredOption('--url <url>', 'where events go; https unless it is on this machine')
        .addOption(
          new Option('--format <format>', 'NDJSON, OTLP logs, or what people are notified of')
            .choices([...auditFormats])
            .default('ndjson'),
        ),
    )
      .option('--from-beginning', 'send what was recorded so far, too')
      .action(addStream),
    ['audit add logs --url https://otlp.example --format otlp --detail facts', 'OTLP logs without words.'],
  );

const addStream = async (name: string, options: AddOptions): Promise<void> => {
  const { url, format, fromBeginning } = options;
  const from = fromBeginning ? ('beginning' as const) : ('now' as const);
  const request: AuditStreamRequest = { ...(await settingsOf(options)), name, url, format, from };
  await withHost(options.data, async ({ desk }) => {
    const added = await desk.post<AuditStreamAdded>('/api/audit/streams', request);
    if (options.json) return printJson(added);
    remark(`Added the audit stream "${added.stream.name}" to ${added.stream.url}.`);
    if (added.secret === undefined) return;
    remark('The secret that signs its requests, shown this once:');
    print(added.secret);
  });
};

const changeCommand = (): Command =>
  withExamples(
    withStreamOptions(
      new Command('change')
        .description('Change an audit stream')
        .argument('<stream>', 'name or id')
        .option('--url <url>', 'another URL; another server needs its headers too'),
    )
      .option('--name <new>', 'new name')
      .option('--no-ca', 'remove the private certificate authority')
      .action(async (stream: string, options: StreamOptions & { readonly name?: string }) => {
        const patch: AuditStreamPatch = {
          ...(await settingsOf(options)),
          ...(options.name === undefined ? {} : { name: options.name }),
          ...(options.ca === false ? { caPem: null } : {}),
        };
        if (Object.keys(patch).length === 0)
          throw new CommandError('Nothing to change. See --help for the options.', 2);
        await change(stream, patch, options);
      }),
    ['audit change siem --detail facts', 'Send no words any more.'],
  );

const change = (stream: string, patch: AuditStreamPatch, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const changed = await desk.patch<AuditStream>(pathOf(stream), patch);
    if (options.json) printJson(changed);
    else print(formatAuditStreams([changed]));
  });

const testStream = (stream: string, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const tested = await desk.post<AuditTest>(pathOf(stream, '/test'));
    if (!tested.delivered) process.exitCode = 1;
    if (options.json) return printJson(tested);
    const status = tested.status === undefined ? 'No response' : `Status ${tested.status}`;
    remark(
      tested.delivered
        ? `The test event was delivered. ${status} after ${tested.durationMs} ms.`
        : `The test event was not delivered. ${status} after ${tested.durationMs} ms: ${tested.problem ?? 'unknown'}`,
    );
  });

const rotate = (stream: string, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const rotated = await desk.post<AuditSecret>(pathOf(stream, '/secret/rotate'));
    if (options.json) return printJson(rotated);
    remark(
      `The new secret, shown this once. The former one signs too until ${formatInstant(rotated.formerUntil)}:`,
    );
    print(rotated.secret);
  });

const removeStream = async (
  stream: string,
  options: CommonOptions & { readonly yes?: true },
): Promise<void> => {
  const sure = `Remove the audit stream "${stream}"? Nothing more is sent.`;
  if (!options.yes && !(await confirmed(sure, 'Use --yes to skip confirmation.')))
    return remark('Nothing was changed.');
  await withHost(options.data, async ({ desk }) => {
    const { lastEvent, left, problem } = await desk.delete<AuditRemoval>(pathOf(stream));
    if (options.json) return printJson({ lastEvent, left, problem });
    remark(
      lastEvent === 'delivered'
        ? `Removed the audit stream "${stream}". Its last event was delivered.`
        : `Removed the audit stream "${stream}". ${formatCount(left, 'entry of the journal', 'entries of the journal')} could not be delivered${problem === undefined ? '.' : `: ${problem}`}`,
    );
  });
};

interface ExportOptions extends CommonOptions, AuditExportQuery {
  readonly out?: string;
}

const exportCommand = (): Command =>
  withExamples(
    new Command('export')
      .description('Export what was recorded, as NDJSON: one event a line')
      .option('--out <file>', 'file that is not there yet; otherwise stdout')
      .option('--from <time>', 'recorded then or later, UTC')
      .option('--to <time>', 'recorded before then, UTC')
      .addOption(new Option('--detail <detail>', 'how much of an entry leaves').choices([...auditDetails]))
      .action(exportEvents),
    ['audit export --detail facts > audit.ndjson', 'Who did what kind of thing, when.'],
  );

const exportEvents = ({ data, out, from, to, detail }: ExportOptions): Promise<void> =>
  withHost(data, async ({ desk }) => {
    if (out !== undefined) refuseExisting(out);
    const asked = Object.entries({ from, to, detail }).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(asked as [string, string][]);
    const events = await desk.download(`/api/audit/events?${query}`);
    if (out === undefined) return pipeline(events, process.stdout, { end: false });
    await writeWhole(out, events);
    remark(`Exported to ${out}.`);
  });

/** An export that was cut off leaves no file that passes for a whole one. */
const writeWhole = async (path: string, content: Readable): Promise<void> => {
  const part = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }));
    renameSync(part, path);
  } catch (cause) {
    rmSync(part, { force: true });
    throw new CommandError(`${path} can't be written: ${errorText(cause)}`, 1, { cause });
  }
};
