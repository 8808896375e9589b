import type { CaseAction, CaseActionOf, CaseView, WordedEntry } from '#contract/case.ts';
import { formatCount, formatEstimate, formatList } from '#contract/format.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { Target } from '#contract/target.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { partLabels, partyLabels } from '#renderer/lib/labels.ts';

/** Sentences of audit chain entries with names in place of the ids that the desk's own sentences hold. */

interface Names {
  readonly step: (id: string) => string;
  readonly detail: (name: string) => string;
  readonly target: (id: string) => string;
}

type Kind = CaseAction['kind'];
type Sentences = {
  readonly [K in Kind]?: (content: CaseActionOf<K>['content'], names: Names) => string;
};

const stateLabels = { open: 'reopened', done: 'done', skipped: 'skipped' } as const;

const sentences: Sentences = {
  'case.changed': ({ changes }, { target }) => {
    const { name, integrator, parts, targetId, clientId } = changes;
    return `Changed ${formatList([
      ...(name === undefined ? [] : [`the name to "${name}"`]),
      ...(integrator === undefined ? [] : [`the integrator to "${integrator}"`]),
      ...(parts === undefined
        ? []
        : [`the migrated parts to ${formatList(parts.map((part) => partLabels[part]))}`]),
      ...(targetId === undefined ? [] : [`the target to "${target(targetId)}"`]),
      ...(clientId === undefined ? [] : [`the client id to ${clientId ?? 'none'}`]),
    ])}.`;
  },
  'step.changed': ({ id, state, responsible, due, note, reason }, { step }) => {
    const changes = [
      ...(state === undefined || reason !== undefined ? [] : [stateLabels[state]]),
      ...(responsible === undefined ? [] : [`responsible: ${partyLabels[responsible].toLowerCase()}`]),
      ...(due === undefined ? [] : [due === null ? 'no due date' : `due ${dateTime(due)}`]),
    ];
    const texts = [
      ...(reason === undefined ? [] : [reason]),
      ...(note === undefined || note === '' ? [] : [`Note: ${note}`]),
    ];
    const sentence =
      changes.length === 0 ? `Step "${step(id)}".` : `Step "${step(id)}": ${changes.join(', ')}.`;
    return [sentence, ...texts].join(' ');
  },
  'runbook.detailsSupplied': ({ fields, removed }, { detail }) =>
    [
      ...(fields.length === 0 ? [] : [`Supplied ${formatList(fields.map(({ name }) => detail(name)))}.`]),
      ...(removed.length === 0 ? [] : [`Withdrew ${formatList(removed.map(detail))}.`]),
    ].join(' '),
  'runbook.detailsRevealed': ({ names }, { detail }) => `Revealed ${formatList(names.map(detail))}.`,
  'runbook.estimated': ({ companies, likelyMs, worstMs }) =>
    `Estimated ${formatEstimate(likelyMs)} (worst case ${formatEstimate(worstMs)}) for ${formatCount(companies, 'company', 'companies')}.`,
  'runbook.windowProposed': ({ start, end, zone }) =>
    `Proposed the migration window ${dateTime(start)} to ${dateTime(end)} (entered in ${zone}).`,
};

/** @param targets undefined while they are read */
export const describe = (
  entries: readonly WordedEntry[],
  { steps }: Pick<CaseView, 'steps'>,
  targets: readonly Target[] = [],
): readonly WordedEntry[] => {
  const details = new Map(entries.flatMap(detailsOf));
  const names: Names = {
    step: (id) => steps.find((one) => one.id === id)?.title ?? id,
    detail: (name) => details.get(name) ?? name,
    target: (id) => targets.find((one) => one.id === id)?.name ?? id,
  };
  return entries.map((entry) => ({ ...entry, words: sentenceOf(entry, names) }));
};

const sentenceOf = ({ kind, content, words }: WordedEntry, names: Names): string => {
  const sentence = sentences[kind as Kind] as ((content: unknown, names: Names) => string) | undefined;
  if (sentence === undefined) return words;
  const { given } = content as { readonly given?: GivenBy };
  const said = sentence(content, names);
  return given === undefined ? said : `${said} Given by ${given.name} (${given.role}) in a form.`;
};

/** Fields of a managed migration are in the entry that opened its runbook. */
const detailsOf = ({ kind, content }: WordedEntry): (readonly [string, string])[] => {
  if (kind !== 'runbook.opened') return [];
  const { fields, companyFields } = content as CaseActionOf<'runbook.opened'>['content'];
  return [...companyFields, ...fields].map(({ name, label }) => [name, label]);
};
