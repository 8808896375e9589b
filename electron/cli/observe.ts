import { Command } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, Observation } from '#contract/eligibility.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';

/** `carryover observe`: what the local service sees while the integrator's application is pointed at it. */
export const observeCommand = (): Command => {
  const command = new Command('observe').description("Observe the integrator's calls to the local service");
  for (const one of [startCommand(), showCommand(), closeCommand()]) command.addCommand(one);
  return withExamples(
    command,
    [
      'observe start acme "after the fix"',
      'Start an observation, then point the application at the local service.',
    ],
    ['observe show acme', 'Calls so far.'],
    ['observe close acme', 'Close it; its calls become evidence.'],
  );
};

const startCommand = (): Command => {
  const command = new Command('start')
    .description('Start an observation')
    .argument('<case>')
    .argument('<name>', 'name of the observation')
    .option('--caller <text>', 'only calls whose user agent contains this text')
    .action(
      onCase(
        async ({ desk, own, found }, name: string, options: CommonOptions & { readonly caller?: string }) => {
          const body = { name, caller: options.caller };
          const opened = await desk.post<Observation>(casePath(found, '/observations'), body);
          if (options.json) return printJson(opened);
          print(opened.id);
          remark(`Observation "${oneLine(name)}" started. It runs until closed.`);
          if (own) {
            remark(
              'No host runs on this data folder, so nothing is observed yet. Run `carryover serve` and point the application at it.',
            );
          }
        },
      ),
    );
  return withExamples(withJson(withData(command)), [
    'observe start acme "first week" --caller acme-app',
    'Observe one application only.',
  ]);
};

const showCommand = (): Command => {
  const command = new Command('show')
    .description('Show observations and their calls')
    .argument('<case>')
    .action(
      onCase(async ({ desk, found }, options: CommonOptions) => {
        const { observations } = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
        if (options.json) return printJson({ results: observations });
        if (observations.length === 0) return remark('No observations.');
        print(observations.map(formatObservation).join('\n\n'));
      }),
    );
  return withExamples(withJson(withData(command)), ['observe show acme --json', 'Observations as JSON.']);
};

const closeCommand = (): Command => {
  const command = new Command('close')
    .description('Close an observation; its calls become evidence')
    .argument('<case>')
    .argument('[observation]', 'name, id or id prefix (default: the open one)')
    .action(
      onCase(async ({ desk, found }, name: string | undefined, options: CommonOptions) => {
        const { id } = openObservation(found, name);
        const closed = await desk.post<Observation>(casePath(found, `/observations/${id}/close`));
        if (options.json) return printJson(closed);
        print(formatObservation(closed));
      }),
    );
  return withExamples(withJson(withData(command)), ['observe close acme', 'Close the open observation.']);
};

/** @throws CommandError 2 if none is meant, or several could be */
const openObservation = ({ observations }: CaseView, wanted: string | undefined): Observation => {
  const open = observations.filter(({ to }) => to === undefined);
  const found = open.filter(
    ({ id, name }) => wanted === undefined || name === wanted || id.startsWith(wanted.toLowerCase()),
  );
  const [first] = found;
  if (first === undefined) {
    throw new CommandError(
      wanted === undefined ? 'No observation is open.' : `No open observation matches ${wanted}.`,
      2,
    );
  }
  if (found.length > 1) {
    const names = found.map(({ id, name }) => `${oneLine(name)} (${id})`);
    throw new CommandError(`Several observations are open: ${formatList(names)}. Name one.`, 2);
  }
  return first;
};

const formatObservation = ({ name, from, to, seenUntil, calls, otherCalls }: Observation): string => {
  const until = to === undefined ? `open, observed until ${seenUntil}` : `to ${to}`;
  const head = `${oneLine(name)}: from ${from} ${until}; ${formatCount(otherCalls, 'other call')}`;
  if (calls.length === 0) return `${head}\nNo calls to alerts endpoints.`;
  const rows = calls.map(({ method, path, count, first, last, caller }) =>
    [method, path, String(count), first, last, caller ?? ''].map(oneLine),
  );
  return `${head}\n${columns([['METHOD', 'PATH', 'COUNT', 'FIRST', 'LAST', 'CALLER'], ...rows])}`;
};
