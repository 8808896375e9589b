import { createHash, hash } from 'node:crypto';
import { type ApprovalPlan, plannedLines } from '#contract/approvals.ts';
import { formatCount } from '#contract/format.ts';
import { localTargetId } from '#contract/target.ts';
import type { Operation } from '#desk/cases/four-eyes.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { readTarget, type TargetRow } from '#desk/store/targets.ts';
import { openProxy, openTargetKey } from '#desk/targets/target-row.ts';

/** The plan of an operation on the target of the case, as it is asked for and signed. */
export const planOf = async (
  context: Pick<DeskContext, 'sealer' | 'fingerprint'>,
  reader: Reader,
  state: CaseState,
  { kind, subject = '', targetId = state.targetId, plan }: Operation,
): Promise<ApprovalPlan> => {
  const { facts, lists = [] } = plan();
  const row = targetId === localTargetId ? undefined : await readTarget(reader, targetId);
  // The same address with another key is another account, and by another way it may be another server.
  const connection = row && context.fingerprint(connectionText(context, row));
  const all = [...facts, ['Key and connection of the target, keyed mark', connection] as const];
  return {
    kind,
    caseId: state.id,
    subject: cut(subject),
    target: {
      id: targetId,
      name: row?.name ?? targetId,
      ...(row === undefined ? {} : { baseUrl: row.base_url }),
    },
    facts: all.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value: cut(value) }])),
    lists: lists.map(({ label, lines }) => listOf(label, lines)),
  };
};

const connectionText = ({ sealer }: Pick<DeskContext, 'sealer'>, row: TargetRow): string =>
  JSON.stringify([openTargetKey(sealer, row), openProxy(sealer, row), row.ca_pem]);

const longest = 4000;

/** A longer text is told apart by its digest. */
const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 100)}… (SHA-256 ${hash('sha256', text)})`;

const listOf = (label: string, all: Iterable<string>): ApprovalPlan['lists'][number] => {
  const lines: string[] = [];
  const whole = createHash('sha256');
  let count = 0;
  for (const line of all) {
    count += 1;
    whole.update(`${line}\n`);
    if (count <= plannedLines) lines.push(cut(line));
  }
  return { label, count, lines, ...(count > plannedLines ? { digest: whole.digest('hex') } : {}) };
};

const shown = 5;

/** What is different between two plans, as sentences; the first few. */
export const differencesOf = (before: ApprovalPlan, now: ApprovalPlan): string[] => {
  const all = [
    ...changed('target', targetOf(before), targetOf(now)),
    ...factChanges(before, now),
    ...listChanges(before, now),
  ];
  return all.length > shown ? [...all.slice(0, shown), `${all.length - shown} more differences.`] : all;
};

const targetOf = ({ target: { name, baseUrl } }: ApprovalPlan): string =>
  baseUrl === undefined ? name : `${name} (${baseUrl})`;

const changed = (label: string, before: string | undefined, now: string | undefined): string[] =>
  before === now ? [] : [`${label}: ${before ?? 'none'} → ${now ?? 'none'}.`];

const factChanges = (before: ApprovalPlan, now: ApprovalPlan): string[] => {
  const values = ({ facts }: ApprovalPlan) => new Map(facts.map(({ label, value }) => [label, value]));
  const [was, is] = [values(before), values(now)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((label) =>
    changed(label, was.get(label), is.get(label)),
  );
};

const listChanges = (before: ApprovalPlan, now: ApprovalPlan): string[] => {
  const labels = new Set([...before.lists, ...now.lists].map(({ label }) => label));
  return [...labels].flatMap((label) => {
    const [was, is] = [before, now].map(({ lists }) => lists.find((list) => list.label === label));
    const [wasLines, isLines] = [was?.lines ?? [], is?.lines ?? []];
    const [known, present] = [new Set(wasLines), new Set(isLines)];
    const told = [
      ...(was?.count === is?.count ? [] : [`${label}: ${was?.count ?? 0} → ${is?.count ?? 0}.`]),
      ...isLines.filter((line) => !known.has(line)).map((line) => `${label}: added ${line}.`),
      ...wasLines.filter((line) => !present.has(line)).map((line) => `${label}: removed ${line}.`),
    ];
    const isOther = told.length === 0 && JSON.stringify(was) !== JSON.stringify(is);
    return isOther
      ? [`${label}: another order, or another one of ${formatCount(is?.count ?? 0, 'line')}.`]
      : told;
  });
};
