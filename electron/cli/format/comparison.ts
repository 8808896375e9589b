import { columns } from '#cli/output.ts';
import type { Comparison, Difference, OperationComparison, Probe } from '#contract/fidelity.ts';
import { formatCount, formatInstant } from '#contract/format.ts';

const probeLabels: Readonly<Record<Probe, string>> = {
  found: '',
  unknownId: 'unknown id',
  unknownPart: 'unknown last id',
  noKey: 'no API key',
  onePerPage: 'pageSize=1',
  secondPage: 'page=2',
  pageZero: 'page=0',
  pageTooLarge: 'pageSize=5001',
  ordered: 'orderBy',
  unknownOrder: 'unknown orderBy',
  query: 'query',
  brokenQuery: 'malformed query',
};

/** How the local copy compares with a recording, as a person reads it: differences first. */
export const formatComparison = ({ recording, counts, operations, leftOut }: Comparison): string => {
  const { recordedAt, carryover, host } = recording;
  const of = host === undefined ? 'a target' : host;
  const about = `Recording of ${of}, ${formatInstant(recordedAt)}, by Carryover ${carryover}.`;
  const undeclared = differenceTable(operations, false);
  const declared = differenceTable(operations, true);
  const reasons = reasonTable(operations);
  return [
    about,
    ...(undeclared === undefined ? [] : [`Undeclared differences\n${undeclared}`]),
    ...(declared === undefined
      ? []
      : [`Declared differences (see the fidelity page)\n${declared}\n${notes(operations)}`]),
    ...(reasons === undefined ? [] : [`Not compared\n${reasons}`]),
    ...(leftOut.length === 0
      ? []
      : [`Never called\n${leftOut.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n')}`]),
    ...(hasUnnamed(operations) ? [unnamed] : []),
    fieldsLine(operations),
    `${result(counts)} ${counts.same} the same, ${counts.declared} declared, ${counts.undeclared} undeclared, ${counts.notCompared} not compared.`,
  ].join('\n\n');
};

const unnamed =
  '{name} is a field whose name is not in the recording: neither the description nor common words of APIs have it.';

const hasUnnamed = (operations: readonly OperationComparison[]): boolean =>
  operations.some(({ probes }) =>
    probes.some(({ differences }) => differences.some(({ at }) => at.includes('{name}'))),
  );

const result = ({ undeclared, notCompared }: Comparison['counts']): string => {
  if (undeclared > 0) return 'The local copy differs.';
  return notCompared > 0 ? 'No undeclared difference in what was compared.' : 'No undeclared difference.';
};

/** One line for each difference, with the operations that have it. */
const differenceTable = (
  operations: readonly OperationComparison[],
  declared: boolean,
): string | undefined => {
  const found = operations.flatMap(({ operation, probes }) =>
    probes.flatMap(({ probe, differences }) =>
      differences
        .filter((one) => one.declared === declared)
        .map((difference) => ({ difference, where: whereOf(operation, probe) })),
    ),
  );
  if (found.length === 0) return undefined;
  const alike = Map.groupBy(found, ({ difference }) => JSON.stringify(difference));
  const rows = [...alike.values()].map((same) => {
    const [{ difference }] = same as [(typeof same)[number]];
    const { target, local } = difference;
    return [placeOf(difference), target, local, listed(same.map(({ where }) => where))];
  });
  return columns([['DIFFERENCE', 'TARGET', 'LOCAL COPY', 'OPERATION'], ...rows]);
};

const placeOf = ({ in: kind, at }: Difference): string => (at === '' ? kind : `${kind} ${at}`);

const whereOf = (operation: string, probe: Probe): string =>
  probeLabels[probe] === '' ? operation : `${operation} (${probeLabels[probe]})`;

const mostListed = 2;

const listed = (places: readonly string[]): string => {
  const more = places.length - mostListed;
  return `${places.slice(0, mostListed).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
};

const notes = (operations: readonly OperationComparison[]): string =>
  operations
    .filter(({ probes }) => probes.some(({ differences }) => differences.some(({ declared }) => declared)))
    .map(({ operation, note }) => `${operation}: ${note}`)
    .join('\n');

const reasonTable = (operations: readonly OperationComparison[]): string | undefined => {
  const left = operations.flatMap(({ operation, probes }) =>
    probes.flatMap(({ probe, result: one, reason = '' }) =>
      one === 'notCompared' ? [{ reason, where: whereOf(operation, probe) }] : [],
    ),
  );
  if (left.length === 0) return undefined;
  const rows = [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, same]) => [
    reason,
    String(same.length),
    listed(same.map(({ where }) => where)),
  ]);
  return columns([['REASON', 'CALLS', 'OPERATION'], ...rows]);
};

/** Fields that no answer had are not proven by anything. */
const fieldsLine = (operations: readonly OperationComparison[]): string => {
  const counted = operations.flatMap(({ probes }) => probes.flatMap(({ fields }) => fields ?? []));
  const sum = (key: 'seen' | 'of'): number => counted.reduce((before, one) => before + one[key], 0);
  return `The recording shows ${sum('seen')} of ${formatCount(sum('of'), 'field')} of what was compared.`;
};
