import { nearestLanguage } from '#contract/languages.ts';
import type { MailKind } from '#contract/mail.ts';
import type { ReportKind } from '#contract/report.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { requestView } from '#desk/eligibility/migration-request.ts';
import type { Reports } from '#desk/reports/reports.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import type { MakeAttachment } from './mails.ts';

interface Modules {
  readonly cases: Pick<Cases, 'state'>;
  readonly reports: Pick<Reports, 'render' | 'mapping' | 'bundle'>;
  readonly runbooks: Pick<Runbooks, 'calendar'>;
}

/** The files that can go along with a mail. They hold no secrets: neither do reports. */
export const createAttachments = ({ cases, reports, runbooks }: Modules): MakeAttachment => ({
  async request(caseId) {
    const { markdown } = requestView(await cases.state(caseId));
    return {
      file: 'migration-request.md',
      mediaType: 'text/markdown; charset=utf-8',
      content: Buffer.from(markdown),
    };
  },
  async calendar(caseId) {
    const content = Buffer.from(await runbooks.calendar(caseId));
    // With a method, a mail client offers to put it into the calendar.
    return {
      file: 'migration-window.ics',
      mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content,
    };
  },
  async report(caseId, mail, wanted) {
    const language = nearestLanguage(wanted);
    const { runbook } = await cases.state(caseId);
    const kind = reportOf[mail] ?? (runbook === undefined ? 'tokens' : 'managed');
    const { name, mediaType, content } = await reports.render(caseId, { kind, format: 'pdf', language });
    return { file: name, mediaType, content: Buffer.from(content) };
  },
  async mapping(caseId) {
    const { name, mediaType, content } = await reports.mapping(caseId, { format: 'csv' });
    return { file: name, mediaType, content: Buffer.from(content) };
  },
  async bundle(caseId) {
    const { name, mediaType, content } = await reports.bundle(caseId);
    return { file: name, mediaType, content };
  },
});

/** The report that goes with a mail; others have that of the token migration. */
const reportOf: Partial<Record<MailKind, ReportKind>> = {
  intake: 'case',
  blocked: 'eligibility',
  request: 'eligibility',
  rollback: 'cutover',
};
