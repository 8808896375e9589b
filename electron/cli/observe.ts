import { Command } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, Observation } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';

/** `carryover observe`: what the local service sees while the integrator's application is pointed at it. */
export const observeCommand = (): Command => {
  const command = new Command('observe').description(
    "Watch the integrator's application at the local service, as evidence",
  );
  for (const one of [startCommand(), showCommand(), closeCommand()]) command.addCommand(one);
  return withExamples(
    command,
    ['observe start acme "after the fix"', 'Open a window, then point the application at the local service.'],
    ['observe show acme', 'What was seen until now.'],
    ['observe close acme', 'What was seen becomes evidence.'],
  );
};

const startCommand = (): Command => {
  const command = new Command('start')
    .description('Open a window')
    .argument('<case>')
    .argument('<name>', 'of the window')
    .option('--caller <text>', 'only calls whose user agent holds this text')
    .action((reference: string, name: string, options: CommonOptions & { readonly caller?: string }) =>
      withHost(options.data, async ({ desk, own }) => {
        const found = await findCase(desk, reference);
        const { caller } = options;
        const body = { name, ...(caller === undefined ? {} : { caller }) };
        const opened = await desk.post<Observation>(casePath(found, '/observations'), body);
        if (options.json) return printJson(opened);
        print(opened.id);
        remark(`The window "${oneLine(name)}" is open. It goes on until it is closed.`);
        if (own) {
          remark(
            'No host runs on this data folder now, so nothing is watched yet, and this time does not count. Run `carryover serve`, and point the application at it.',
          );
        }
      }),
    );
  return withExamples(withJson(withData(command)), [
    'observe start acme "first week" --caller acme-app',
    'Watch calls of one application alone.',
  ]);
};

const showCommand = (): Command => {
  const command = new Command('show')
    .description('Show the windows and what was seen in them')
    .argument('<case>')
    .action((reference: string, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const { observations } = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
        if (options.json) return printJson({ results: observations });
        if (observations.length === 0) return remark('There is no window yet.');
        print(observations.map(formatObservation).join('\n\n'));
      }),
    );
  return withExamples(withJson(withData(command)), ['observe show acme --json', 'The windows as JSON.']);
};

const closeCommand = (): Command => {
  const command = new Command('close')
    .description('Close a window; what it saw becomes evidence')
    .argument('<case>')
    .argument('[window]', 'its name, its id, or the beginning of it; the one that is open, if left out')
    .action((reference: string, window: string | undefined, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const { id } = openWindow(found, window);
        const closed = await desk.post<Observation>(casePath(found, `/observations/${id}/close`));
        if (options.json) return printJson(closed);
        print(formatObservation(closed));
      }),
    );
  return withExamples(withJson(withData(command)), ['observe close acme', 'Close the window that is open.']);
};

/** @throws CommandError 2 if none is meant, or several could be */
const openWindow = ({ observations }: CaseView, wanted: string | undefined): Observation => {
  const open = observations.filter(({ to }) => to === undefined);
  const found = open.filter(
    ({ id, name }) => wanted === undefined || name === wanted || id.startsWith(wanted.toLowerCase()),
  );
  const [first] = found;
  if (first === undefined) {
    throw new CommandError(wanted === undefined ? 'No window is open.' : `No open window is ${wanted}.`, 2);
  }
  if (found.length > 1) {
    const names = found.map(({ id, name }) => `${oneLine(name)} (${id})`).join(', ');
    throw new CommandError(`Several windows are open: ${names}. Say which one.`, 2);
  }
  return first;
};

const formatObservation = ({ name, from, to, seenUntil, calls, otherCalls }: Observation): string => {
  const until = to === undefined ? `open, seen until ${seenUntil}` : `to ${to}`;
  const head = `${oneLine(name)}: from ${from} ${until}; ${formatCount(otherCalls, 'other call')}`;
  if (calls.length === 0) return `${head}\nNo call of the alerts endpoints.`;
  const rows = calls.map(({ method, path, count, first, last, caller }) =>
    [method, path, String(count), first, last, caller ?? ''].map(oneLine),
  );
  return `${head}\n${columns([['METHOD', 'PATH', 'COUNT', 'FIRST', 'LAST', 'CALLER'], ...rows])}`;
};
