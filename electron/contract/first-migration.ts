import type { SampleFileName } from './sample.ts';

/**
 * The steps of a first migration, on the sample case: the checklist of the app, and `docs/guides/first-migration.md`. In
 * texts, names of controls are between `**`.
 */
export interface FirstStep {
  readonly id:
    | 'sample'
    | 'eligible'
    | 'plan'
    | 'rehearse'
    | 'grant'
    | 'verify'
    | 'resend'
    | 'import'
    | 'migrate';
  readonly title: string;
  readonly text: string;
  /** The screen where it is done; below the case, unless it begins with `/`. */
  readonly place: string;
  /** Step of the case whose facts complete it. */
  readonly caseStep?: string;
  readonly files?: readonly SampleFileName[];
}

export const firstMigration: readonly FirstStep[] = [
  {
    id: 'sample',
    title: 'Open the sample case',
    text: 'On Home, press **Open sample case**. Bakery Books is fictional, and everything happens in the local service on this machine: nothing here can break anything.',
    place: '/',
  },
  {
    id: 'eligible',
    title: 'Remove the blockers',
    text: 'Open **Eligibility**: their code uses RuleId and calls the alerts endpoints, so they are blocked. Press **Use sample files** in the checklist: it brings their fixed version and a log of their calls into the check. Then press **Start check**.',
    place: 'eligibility',
    caseStep: 'remove-blockers',
    files: ['bakery-books.zip', 'access.log'],
  },
  {
    id: 'plan',
    title: 'Plan the cutover',
    text: 'Open **Cutover**, then press **Plan cutover** and **Freeze plan**: their rules of today beside the endpoints after the cutover.',
    place: 'cutover?stage=planned',
    caseStep: 'plan-cutover',
  },
  {
    id: 'rehearse',
    title: 'Rehearse the cutover',
    text: 'Press **Next: rehearse**, **Rehearse…** and **Start rehearsal**. Parity holds if both mechanisms send the same.',
    place: 'cutover?stage=rehearsed',
    caseStep: 'rehearse-cutover',
  },
  {
    id: 'grant',
    title: 'Request and grant it',
    text: 'Press **Next: request**, **Draft request** and **Mark as sent…**. A provider grants it; on the local service you do: **Next: grant** and **Apply plan…**.',
    place: 'cutover?stage=requested',
    caseStep: 'await-confirmation',
  },
  {
    id: 'verify',
    title: 'Verify the endpoints',
    text: 'Press **Next: verify** and **Verify cutover**. Then open **Endpoints** and the endpoint that ends in /alerts, set its headers and press **Send test event**.',
    place: 'headers',
    caseStep: 'verify-endpoints',
  },
  {
    id: 'resend',
    title: 'Resend the failed message',
    text: 'Open **Messages**. One failed, because the receiver responded 500: open it, then press **Resend**.',
    place: '/messages?status=Failed',
  },
  {
    id: 'import',
    title: 'Import the tokens',
    text: 'Open **Tokens** and **Import tokens**, and press **Use sample file** in the checklist. Choose QuickBooks Online as **Platform of all rows**, then import the rows.',
    place: 'tokens/import',
    files: ['tokens.csv'],
  },
  {
    id: 'migrate',
    title: 'Migrate the tokens',
    text: 'Open **Managed**, press **Open runbook for QuickBooks Online**, and go through the six steps; each says what is missing. In step 1, use the examples in the form. In step 2, press **Create estimate**, propose a window that has already started, and record that both parties agree. In step 3, paste the callback URL into **Registered URLs**. In step 4, choose all companies. In step 5, BB-001 goes first. In step 6 the others follow, and three fail on purpose: press **Accept failure…** for them and give a reason, create the handover document, and record both sign-offs.',
    place: 'managed',
  },
];
