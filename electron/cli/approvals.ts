import { Argument, Command } from 'commander';
import {
  type Approval,
  type ApprovalList,
  type ApprovalPlan,
  type ApprovalSummary,
  approvalKindLabels,
  type Policy,
  type PolicyList,
} from '#contract/approvals.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import type { Account } from '#contract/people.ts';
import { signedApproval } from './approval-key.ts';
import { CommandError } from './command-error.ts';
import { type HostAccess, withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson } from './output.ts';

/** `carryover approvals`: what needs a second person on a team's desk. */
export const approvalsCommand = (): Command => {
  const command = new Command('approvals').description('Approve what needs a second person, by a signature');
  for (const one of [
    listCommand(),
    showCommand(),
    approveCommand(),
    refuseCommand(),
    withdrawCommand(),
    policyCommand(),
  ])
    command.addCommand(one);
  return withExamples(
    command,
    ['approvals list', 'What waits for you, what you requested, and the rest.'],
    ['approvals show ID', 'The frozen plan, with its digest.'],
    ['approvals approve ID --digest DIGEST', 'Sign the plan that you read.'],
    ['approvals policy target:ID --writes on', 'Ask for a second person before writes to a target.'],
  );
};

const listCommand = (): Command =>
  withJson(withData(new Command('list').description('List requested approvals, newest first'))).action(
    (options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const list = await desk.get<ApprovalList>('/api/approvals');
        if (options.json) return printJson(list);
        if (list.results.length === 0) return print('No approvals.');
        const rows = list.results.map((one) => [
          one.id.slice(0, 8),
          approvalKindLabels[one.kind],
          one.caseName,
          one.target.name,
          one.requested.by,
          formatInstant(one.requested.at),
          one.may.decide ? 'waiting for you' : one.state,
        ]);
        print(columns([['ID', 'OPERATION', 'CASE', 'TARGET', 'REQUESTED BY', 'AT (UTC)', 'STATE'], ...rows]));
      }),
  );

const onApproval = (
  name: string,
  description: string,
  work: (access: HostAccess & { readonly approval: Approval }, options: never) => Promise<Approval>,
): Command =>
  withJson(
    withData(
      new Command(name).description(description).addArgument(new Argument('<id>', 'id or its beginning')),
    ),
  ).action((id: string, options: CommonOptions) =>
    withHost(options.data, async (access) => {
      const approval = await work({ ...access, approval: await find(access.desk, id) }, options as never);
      if (options.json) printJson(approval);
      else print(formatApproval(approval));
    }),
  );

/** @throws CommandError if none, or several, begin like it */
const find = async (desk: HttpClient, id: string): Promise<Approval> => {
  const { results } = await desk.get<ApprovalList>('/api/approvals');
  const found = results.filter((one) => one.id.startsWith(id.toLowerCase()));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    const what = only === undefined ? 'No approval begins' : `${formatCount(found.length, 'approval')} begin`;
    throw new CommandError(`${what} with ${id}. List them: carryover approvals list.`);
  }
  return desk.get<Approval>(pathOf(only));
};

const pathOf = ({ caseId, id }: Pick<ApprovalSummary, 'caseId' | 'id'>): string =>
  `/api/cases/${caseId}/approvals/${id}`;

const showCommand = (): Command =>
  onApproval('show', 'Show the frozen plan with its digest', async ({ approval }) => approval);

const approveCommand = (): Command =>
  onApproval(
    'approve',
    'Sign the plan with a key of this machine, which is made with the first approval',
    async ({ desk, approval }, { digest }: { readonly digest: string }) => {
      // What is signed is what was read before.
      if (digest.toLowerCase() !== approval.digest)
        throw new CommandError(
          `The plan has the digest ${approval.digest}. Nothing was signed. Read it again.`,
        );
      const { id } = await desk.get<Account>('/api/account');
      return desk.post<Approval>(`${pathOf(approval)}/give`, await signedApproval(desk, id, approval));
    },
  ).requiredOption('--digest <sha256>', 'digest of the plan, as `approvals show` has it');

const refuseCommand = (): Command =>
  onApproval('refuse', 'Refuse an approval', ({ desk, approval }, { reason }: { readonly reason: string }) =>
    desk.post<Approval>(`${pathOf(approval)}/refuse`, { reason }),
  ).requiredOption('--reason <text>', 'reason, recorded');

const withdrawCommand = (): Command =>
  onApproval(
    'withdraw',
    'Withdraw an approval, or the request for it',
    ({ desk, approval }, { reason }: { readonly reason?: string }) =>
      desk.post<Approval>(`${pathOf(approval)}/withdraw`, reason === undefined ? {} : { reason }),
  ).option('--reason <text>', 'reason, recorded');

interface PolicyOptions extends CommonOptions {
  readonly writes?: boolean;
  readonly overrides?: boolean;
}

const switched = (value: string): boolean => {
  if (!['on', 'off'].includes(value)) throw new CommandError('Say on or off.', 2);
  return value === 'on';
};

const policyCommand = (): Command =>
  withJson(
    withData(
      new Command('policy')
        .description('Show or change what needs a second person')
        .argument('[scope]', 'desk, or target:ID')
        .option('--writes <state>', 'on or off: what writes to a target', switched)
        .option('--overrides <state>', 'on or off: what overrides a requirement', switched),
    ),
  ).action((scope: string | undefined, { data, json, writes, overrides }: PolicyOptions) =>
    withHost(data, async ({ desk }) => {
      const known = await desk.get<PolicyList>('/api/policy');
      const before = known.results.find((one) => one.scope === (scope ?? 'desk'));
      const isChange = writes !== undefined || overrides !== undefined;
      const policy: Policy = {
        scope: scope ?? 'desk',
        writes: writes ?? before?.writes ?? false,
        overrides: overrides ?? before?.overrides ?? false,
      };
      const list = isChange ? await desk.put<PolicyList>('/api/policy', policy) : known;
      if (json) return printJson(list);
      const shown =
        scope === undefined ? list.results : [list.results.find((one) => one.scope === scope) ?? policy];
      const rows = shown.map((one) => [
        one.scope,
        one.writes ? 'needed' : '-',
        one.overrides ? 'needed' : '-',
      ]);
      print(columns([['SCOPE', 'WRITES', 'OVERRIDES'], ...rows]));
    }),
  );

const formatApproval = (approval: Approval): string => {
  const { id, caseName, plan, digest, state, requested, given, refused, withdrawn, used, invalid } = approval;
  const rows: [string, string | undefined][] = [
    ['Approval', id],
    ['Operation', approvalKindLabels[plan.kind]],
    ['Case', caseName],
    [
      'Target',
      plan.target.baseUrl === undefined ? plan.target.name : `${plan.target.name} (${plan.target.baseUrl})`,
    ],
    ...plan.facts.map(({ label, value }): [string, string] => [label, value]),
    ['Digest', digest],
    ['Requested', whenOf(requested)],
    ['Approved', given && `${whenOf(given)}, until ${formatInstant(given.expires)} UTC`],
    ['Does not count', invalid],
    ['Refused', refused && `${whenOf(refused)}: ${refused.reason}`],
    ['Withdrawn', withdrawn && whenOf(withdrawn)],
    ['Carried out', used && whenOf(used)],
    ['State', state],
  ];
  const facts = rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
  const lists = plan.lists.map(formatList);
  const differs = approval.differs?.length
    ? [['', 'Changes from the plan before:', ...approval.differs].join('\n')]
    : [];
  return [columns(facts), ...differs, ...lists].join('\n');
};

const formatList = ({ label, count, lines, digest }: ApprovalPlan['lists'][number]): string =>
  [
    '',
    `${label} (${count})`,
    ...lines.map((line) => `  ${line}`),
    ...(digest === undefined ? [] : [`  … SHA-256 of all lines: ${digest}`]),
  ].join('\n');

const whenOf = ({ by, at }: { readonly by: string; readonly at: string }): string =>
  `${by}, ${formatInstant(at)} UTC`;
