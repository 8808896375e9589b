import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { CaseSummary, CaseView, Step, WordedEntry } from '#contract/case.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import type { LegalHold } from '#contract/retention.ts';
import { signatureLabel } from '#contract/signature-states.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { section } from './layout.ts';

/** Cases as a person reads them. */

export const caseTable = (cases: readonly CaseSummary[]): string =>
  columns([
    ['CASE', 'INTEGRATOR', 'STATE', 'VERDICT', 'NEXT', 'ID'],
    ...cases.map((one) => [
      one.name,
      one.integrator,
      one.state,
      verdictOf(one) ?? '–',
      one.next === undefined ? '–' : `${one.next.title} (${one.next.responsible})`,
      one.id.slice(0, 8),
    ]),
  ]);

const checkedBy = { webhooks: 'carryover cutover verify', tokens: 'carryover tokens check' } as const;

/** Of a remote target: how old the facts of its steps are. */
const seenLines = ({ targetSeen = {}, parts }: CaseView): string[] =>
  parts.flatMap((part) => {
    const at = targetSeen[part];
    return at === undefined
      ? []
      : [
          colors.dim(
            `${part}: as of ${formatInstant(at)} on the target; \`${checkedBy[part]}\` checks again`,
          ),
        ];
  });

const verdictOf = ({ verdict, cutOver }: CaseSummary): string | undefined =>
  verdict && verdictLabel(verdict, cutOver).toLowerCase();

const formatHold = ({ at, by, reason }: LegalHold): string =>
  `since ${formatInstant(at)}, placed by ${by}: ${reason}`;

export const formatCase = (view: CaseView, target: string, hold?: LegalHold | 'unknown'): string => {
  const parts = [
    `${colors.bold(view.name)}  ${colors.dim(view.id)}`,
    columns([
      ['', ''],
      ['Integrator', view.integrator],
      ['Moves', view.parts.join(' and ')],
      ['Target', target],
      ...(view.clientId === undefined ? [] : [['Client id', view.clientId]]),
      ['State', view.state],
      ['Verdict', verdictOf(view) ?? 'none yet'],
      ...(view.cutOver === undefined ? [] : [['Cutover', `confirmed ${formatInstant(view.cutOver)}`]]),
      ['Changed', `${formatInstant(view.updated)} (revision ${view.revision})`],
      ['Digest', view.digest],
      ...(hold === undefined ? [] : [['Legal hold', hold === 'unknown' ? 'unknown' : formatHold(hold)]]),
    ])
      .split('\n')
      .slice(1)
      .join('\n'),
    section('Steps', [...view.steps.map(stepLine), ...seenLines(view)]),
    section(
      'Contacts',
      view.contacts.map(({ name, party, role, email, phone, id }) =>
        [name, `(${[party, role].filter(Boolean).join(', ')})`, email, phone, colors.dim(id)]
          .filter(Boolean)
          .join('  '),
      ),
    ),
    section(
      'Notes',
      view.notes.map(
        ({ text, by, at, id }) =>
          `${colors.dim(`${formatInstant(at)}  ${by}  ${id}`)}\n    ${indented(text)}`,
      ),
    ),
    section(
      'Attachments',
      view.attachments.map(({ name, size, secret, digest, id }) =>
        [
          name,
          formatCount(size, 'byte'),
          secret ? 'has secrets' : '',
          colors.dim(`sha256 ${digest.slice(0, 12)}…  ${id}`),
        ]
          .filter(Boolean)
          .join('  '),
      ),
    ),
    section(
      'Observations',
      view.observations.map(({ name, from, to, calls, otherCalls }) => {
        const until = to === undefined ? 'still open' : formatInstant(to);
        const count = calls.reduce((sum, call) => sum + call.count, 0);
        return `${name}  ${formatInstant(from)} – ${until}  ${formatCount(count, 'call')} to alerts endpoints, ${formatCount(otherCalls, 'other')}`;
      }),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
};

const marks = { open: '○', done: colors.green('●'), skipped: colors.dim('–') } as const;

const stepLine = ({ state, title, responsible, due, id, why }: Step): string =>
  [
    marks[state],
    title,
    colors.dim(`${responsible}${due === undefined ? '' : `, due ${formatInstant(due)}`}  ${id}`),
    ...(why === undefined ? [] : [`\n      ${why.join(' ')}`]),
  ].join('  ');

const indented = (text: string): string => text.replaceAll('\n', '\n    ');

/** One entry of the chain: who did what when, and the beginning of what it says. */
export const formatEntry = ({ seq, at, actor, kind, content, signature }: WordedEntry): string => {
  const text = JSON.stringify(content);
  const start = text.length > contentWidth ? `${text.slice(0, contentWidth)}…` : text;
  // The actor is a person, the signer a data folder: said where it is not this one.
  const signed = signature.state === 'here' ? [] : [colors.yellow(signatureLabel(signature))];
  return [
    String(seq).padStart(4),
    formatInstant(at),
    actor,
    colors.bold(kind),
    ...signed,
    colors.dim(start),
  ].join('  ');
};
const contentWidth = 100;
