import type { Command } from 'commander';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView } from '#contract/cutover.ts';
import type { GrantResult, MigrationRequestView } from '#contract/eligibility.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { CommandError } from './command-error.ts';
import {
  type DecisionOptions,
  decisionOf,
  isLocal,
  withBy,
  withNote,
  withoutQuestion,
} from './cutover-options.ts';
import { casePath } from './find-case.ts';
import { formatGrant } from './format/cutover-check.ts';
import { nextLine } from './format/cutover-status.ts';
import { headerIn } from './header-input.ts';
import type { HttpClient } from './http-client.ts';
import { commandOnCase } from './on-case.ts';
import { onCutover } from './on-cutover.ts';
import { withExamples, withExitCodes } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';

/** Exit codes of what has preconditions. */
export const refusable = { 0: 'done', 3: 'refused: a precondition does not hold' };

interface RequestOptions extends DecisionOptions {
  readonly draft?: true;
}

/** `carryover cutover request`: drafted with the plan, printed, recorded as sent. */
export const cutoverRequestCommand = (): Command => {
  const command = withNote(withBy(commandOnCase('request', 'Print the request and record it as sent')))
    .option('--draft', 'draft and print it, without recording it as sent')
    .action(request);
  withExitCodes(withoutQuestion(command), refusable);
  return withExamples(
    command,
    ['cutover request acme --draft', 'Read it first.'],
    ['cutover request acme --by "Jo" > request.md', 'Print it to send, and record that.'],
  );
};

const request = onCutover(async ({ desk, found }, options: RequestOptions) => {
  const path = casePath(found, '/request');
  const drafted = await draftOf(desk, found);
  const sent =
    options.draft || drafted.state !== 'drafted'
      ? drafted
      : await desk.post<MigrationRequestView>(`${path}/sent`, decisionOf(options));
  if (options.json) return printJson(sent);
  printDocument(sent.markdown);
  remark(`The request is ${sent.state}.`);
});

/** The request as it is, if it still says what is so; else a new draft. */
const draftOf = async (desk: HttpClient, found: CaseView): Promise<MigrationRequestView> => {
  const path = casePath(found, '/request');
  const [{ plan }, present] = await Promise.all([
    desk.get<CutoverView>(casePath(found, '/cutover')),
    desk.get<MigrationRequestView>(path).catch(ifNone),
  ]);
  const stale = present === undefined || present.outdated || present.document.plan !== plan?.digest;
  return stale ? desk.post<MigrationRequestView>(path) : present;
};

const ifNone = (error: unknown): undefined => {
  const none = errorCatalogue['migrationRequest.none'].detailedErrorCode;
  if (error instanceof CommandError && error.errorCode === none) return undefined;
  throw error;
};

interface GrantOptions extends DecisionOptions {
  readonly portalAuthFile?: string;
}

/** `carryover cutover grant`, and by its older name `carryover request grant`. */
export const cutoverGrantCommand = (): Command => grantCommand('cutover');

export const grantCommand = (parent: 'cutover' | 'request'): Command => {
  const command = withNote(withBy(commandOnCase('grant', 'Grant the request (remote: record the grant)')))
    .option('--portal-auth-file <file>', "file with the portal's auth header (default: the supplied one)")
    .action(grant);
  withExitCodes(withoutQuestion(command), refusable);
  return withExamples(
    command,
    [`${parent} grant acme --by "Jo"`, 'Grant it; without a plan, plan first.'],
    [`${parent} grant acme --by "Jo" --portal-auth-file header.txt`, "Carry over the portal's header too."],
  );
};

const grant = onCutover(async ({ desk, found }, options: GrantOptions) => {
  if (!isLocal(found)) return confirmGrant(desk, found, options);
  const { portalAuthFile } = options;
  const body = {
    ...decisionOf(options),
    ...(portalAuthFile === undefined ? {} : { portalAuthHeader: headerIn(portalAuthFile) }),
  };
  const granted = await desk.post<GrantResult>(casePath(found, '/cutover'), body);
  if (options.json) return printJson(granted);
  print(formatGrant(granted.result));
});

const confirmGrant = async (desk: HttpClient, found: CaseView, options: GrantOptions): Promise<void> => {
  if (options.portalAuthFile !== undefined) {
    throw new CommandError('The target is remote: its provider carries over the portal header.', 2);
  }
  const view = await desk.post<MigrationRequestView>(
    casePath(found, '/request/confirmed'),
    decisionOf(options),
  );
  if (options.json) return printJson(view);
  remark(`The request is ${view.state}. Next: verify what the provider did (\`cutover verify\`).`);
};

interface ApplyOptions extends DecisionOptions {
  readonly digest?: string;
}

/** `carryover cutover apply`: exactly the frozen plan, in one transaction of the local service. */
export const applyCommand = (): Command => {
  const command = withNote(withBy(commandOnCase('apply', 'Apply the frozen plan (local service)')))
    .option('--digest <sha256>', 'digest of the plan to apply (default: the frozen one)')
    .action(apply);
  withExitCodes(withoutQuestion(command), refusable);
  return withExamples(
    command,
    ['cutover apply acme --by "Jo"', 'Exactly the plan, or nothing.'],
    ['cutover apply acme --digest "$DIGEST"', 'Only if it is this plan.'],
  );
};

const apply = onCutover(async ({ desk, found }, options: ApplyOptions) => {
  if (!isLocal(found)) {
    throw new CommandError(
      'The target is remote: its provider applies the plan. Send the request (`cutover request`), and record the confirmation (`cutover grant`).',
      3,
    );
  }
  const { digest, json } = options;
  const body = { ...decisionOf(options), ...(digest === undefined ? {} : { digest }) };
  const view = await desk.post<CutoverView>(casePath(found, '/cutover/apply'), body);
  if (json) return printJson(view);
  if (view.granted !== undefined) print(formatGrant(view.granted.result));
  remark(nextLine(view));
});
