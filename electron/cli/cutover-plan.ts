import { type Command, Option } from 'commander';
import type { CaseView } from '#contract/case.ts';
import {
  type CutoverPlanView,
  type CutoverView,
  type SampleLanguage,
  sampleLanguages,
} from '#contract/cutover.ts';
import type { EligibilityView } from '#contract/eligibility.ts';
import { asked } from './ask.ts';
import { CommandError } from './command-error.ts';
import { type DecisionOptions, decisionOf, withBy, withYes } from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatPlan, planExitCode, planOutcome } from './format/cutover-plan.ts';
import { headerIn } from './header-input.ts';
import type { HttpClient } from './http-client.ts';
import { writeNewFile } from './new-file.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';

interface Options extends DecisionOptions {
  readonly portalAuthFile?: string;
  readonly portalAuthIsProfile?: true;
  readonly use?: 'profile' | 'portal';
  readonly draft?: true;
  readonly markdown?: true;
  readonly tasks?: SampleLanguage;
  readonly mail?: string;
}

/** `carryover cutover plan`: reads the target, decides conflicts, freezes the plan. */
export const planCommand = (): Command => {
  const command = commandOnCase('plan', 'Plan the cutover and freeze the plan')
    .addOption(
      new Option(
        '--portal-auth-file <file>',
        "file with the portal's auth header; stored encrypted",
      ).conflicts('portalAuthIsProfile'),
    )
    .option('--portal-auth-is-profile', "the portal's auth header equals the profile's")
    .addOption(
      new Option('--use <source>', 'decide conflicting headers: whose value is carried over').choices([
        'portal',
        'profile',
      ]),
    )
    .option('--draft', 'plan without freezing')
    .addOption(new Option('--markdown', 'print the plan as Markdown').conflicts(['tasks', 'json']))
    .addOption(
      new Option('--tasks <language>', "print the integrator's tasks with code samples (Markdown)")
        .choices([...sampleLanguages])
        .conflicts('json'),
    )
    .option('--mail <file>', "write the integrator's tasks as an email (.eml); samples: --tasks")
    .action(plan);
  withJson(withData(withYes(withBy(command))));
  withExitCodes(command, {
    0: 'frozen (--draft: can be frozen)',
    3: 'not frozen: a precondition fails, or headers conflict',
    4: 'not frozen: a precondition is not known',
  });
  return withExamples(
    command,
    ['cutover plan acme', 'What there is today, and what will be.'],
    ['cutover plan acme --portal-auth-file header.txt --use portal', "Carry over the portal's auth header."],
    ['cutover plan acme --tasks node > tasks.md', 'Changes in code, with samples for Node.'],
  );
};

const plan = onCutover(async ({ desk, found }, options: Options) => {
  await supplyPortalHeader(desk, found, options);
  const path = casePath(found, '/cutover');
  let planned = await planNow(desk, path, false);
  if (await decide(desk, path, planned, options)) planned = await planNow(desk, path, false);
  process.exitCode = planExitCode(planned);
  const isReady = process.exitCode === 0 && planned.frozen === undefined;
  if (isReady && !options.draft) planned = await planNow(desk, path, true, decisionOf(options).by);
  await show(desk, path, planned, options);
});

/** A draft comes back unless it is the frozen plan. */
const planNow = async (
  desk: HttpClient,
  path: string,
  freeze: boolean,
  by?: string,
): Promise<CutoverPlanView> => {
  const view = await desk.post<CutoverView>(`${path}/plan`, { freeze, ...(by === undefined ? {} : { by }) });
  const planned = view.draft ?? view.plan;
  if (planned === undefined) throw new CommandError('The host planned nothing.');
  return planned;
};

const supplyPortalHeader = async (desk: HttpClient, found: CaseView, options: Options): Promise<void> => {
  const { portalAuthFile, portalAuthIsProfile } = options;
  if (portalAuthFile === undefined && portalAuthIsProfile === undefined) return;
  const { by } = decisionOf(options);
  const body =
    portalAuthFile === undefined ? { by, equalsProfile: true } : { by, value: headerIn(portalAuthFile) };
  await desk.put<EligibilityView>(casePath(found, '/portal-header'), body);
};

/** @returns whether anything was decided */
const decide = async (
  desk: HttpClient,
  path: string,
  { conflicts }: CutoverPlanView,
  options: Options,
): Promise<boolean> => {
  let decided = false;
  for (const conflict of conflicts) {
    const use = options.use ?? (conflict.use === undefined ? await askUse(conflict, options) : undefined);
    if (use === undefined || use === conflict.use) continue;
    await desk.put(`${path}/conflicts`, { header: conflict.header, use, by: decisionOf(options).by });
    decided = true;
  }
  return decided;
};

/** Without a terminal nobody decides. */
const askUse = async (
  { header, values }: CutoverPlanView['conflicts'][number],
  { yes, json }: Options,
): Promise<'portal' | 'profile' | undefined> => {
  if (yes || json || !process.stdin.isTTY) return undefined;
  const both = values.map(({ source, masked }) => `${source} ${masked}`).join(', ');
  const answer = await asked(`Two values for ${header}: ${both}. Use portal or profile?`, '');
  return answer === 'portal' || answer === 'profile' ? answer : undefined;
};

const show = async (
  desk: HttpClient,
  path: string,
  planned: CutoverPlanView,
  options: Options,
): Promise<void> => {
  const { json, markdown, tasks, mail } = options;
  const language = tasks === undefined ? '' : `?language=${tasks}`;
  if (mail !== undefined) {
    writeNewFile(mail, (await desk.file(`${path}/tasks.eml${language}`)).content.toString('utf8'));
  }
  if (json) return printJson(planned);
  if (markdown) printDocument((await desk.file(`${path}/plan.md`)).content);
  else if (tasks !== undefined) printDocument((await desk.file(`${path}/tasks.md${language}`)).content);
  else print(formatPlan(planned));
  remark(planOutcome(planned));
  if (mail !== undefined) remark(`Wrote ${mail}.`);
};
