import { hash } from 'node:crypto';
import type { ReportDocument, ReportKind } from '#contract/report.ts';
import { formatZoned } from '#desk/reports/format.ts';
import type { Say } from '#desk/reports/language/translate.ts';
import { signaturesOf } from './lead.ts';
import type { AttachedFile, SetSignOff } from './set-document.ts';
import { setWords } from './words.ts';

const signed: ReadonlySet<ReportKind> = new Set(['tokens', 'managed']);

/** Where both parties sign; with the sign-offs that the audit chain has. */
export const signOffOf = (
  { kind, case: { integrator }, point, sections }: ReportDocument,
  source: AttachedFile,
  say: Say,
): SetSignOff | null => {
  if (!signed.has(kind)) return null;
  const onRecord = (party: string) => signaturesOf(sections).filter((row) => row.party === party);
  const party = (id: 'integrator' | 'support', called: string, of = ''): SetSignOff['parties'][number] => ({
    party: called,
    of: setWords(of),
    name: setWords(String(onRecord(id).at(-1)?.name ?? '')),
    signed: onRecord(id).map(({ name = '', at = '' }) =>
      setWords(say(`Signed off by ${name} on ${formatZoned(String(at))}, in the audit chain`)),
    ),
  });
  return {
    text: say(`Signatures confirm the results in this report, as of entry ${point.seq} of the audit chain.`),
    parties: [party('integrator', say('Integrator'), integrator), party('support', say('Support'))],
    digests: [
      { name: say('Audit chain digest'), text: setWords(point.digest), kind: 'id' },
      { name: say(`SHA-256 of ${source.name}`), text: setWords(hash('sha256', source.content)), kind: 'id' },
    ],
  };
};
