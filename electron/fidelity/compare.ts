import type {
  Comparison,
  Difference,
  FidelityRecording,
  OperationComparison,
  Probe,
  ProbeComparison,
  RecordedCall,
  UnreadReason,
} from '#contract/fidelity.ts';
import { capitalized } from '#contract/format.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { merged } from './body-shape.ts';
import { compareBodies } from './compare-bodies.ts';
import { type ApiDocument, responseSchema } from './document.ts';
import { documentedShape } from './document-shape.ts';
import { leftOut, nameOf } from './operations.ts';

/**
 * Sets a recording of a target beside what the local copy answers to the same calls.
 * @param local as `observe` had it of the local copy
 * @param document its description
 */
export const compareRecording = (
  recording: FidelityRecording,
  local: readonly RecordedCall[],
  document: ApiDocument,
): Comparison => {
  const [theirs, mine] = [byProbe(recording.calls), byProbe(local)];
  const known = new Map(operations.map((operation) => [nameOf(operation), operation]));
  const compared = new Map<string, ProbeComparison[]>();
  for (const [key, calls] of theirs) {
    const [{ operation, probe }] = calls as [RecordedCall];
    const refused = probe === 'noKey' ? undefined : refusalOf(theirs.get(`found ${operation}`));
    const result =
      refused === undefined
        ? compareProbe(calls, mine.get(key) ?? [], known.get(operation), document)
        : notCompared(`The API key may not read it on the target (${refused}).`);
    compared.set(operation, [...(compared.get(operation) ?? []), { probe, ...result }]);
  }
  // What this version would have asked, and the recording did not.
  for (const [key, calls] of mine) {
    const [{ operation, probe }] = calls as [RecordedCall];
    if (theirs.has(key)) continue;
    const reason = 'The recording does not have it: it was made by another version. Record again.';
    compared.set(operation, [...(compared.get(operation) ?? []), { probe, ...notCompared(reason) }]);
  }
  const all = [...compared].map(
    ([operation, probed]): OperationComparison => ({
      operation,
      note: known.get(operation)?.note ?? '',
      probes: probed,
    }),
  );
  const { recordedAt, carryover, host } = recording;
  return {
    recording: { recordedAt, carryover, ...(host === undefined ? {} : { host }) },
    counts: countsOf(all),
    operations: all,
    leftOut,
  };
};

const byProbe = (calls: readonly RecordedCall[]): Map<string, RecordedCall[]> =>
  Map.groupBy(calls, ({ operation, probe }) => `${probe} ${operation}`);

const countsOf = (all: readonly OperationComparison[]): Comparison['counts'] => {
  const flat = all.flatMap(({ probes }) => probes);
  const of = (result: ProbeComparison['result'], declared?: boolean): number =>
    flat.filter((one) => one.result === result && (declared === undefined || one.declared === declared))
      .length;
  return {
    same: of('same'),
    declared: of('differs', true),
    undeclared: of('differs', false),
    notCompared: of('notCompared'),
  };
};

type Result = Omit<ProbeComparison, 'probe'>;

const notCompared = (reason: string): Result => ({
  result: 'notCompared',
  differences: [],
  declared: false,
  reason,
});

const compareProbe = (
  target: readonly RecordedCall[],
  local: readonly RecordedCall[],
  operation: Operation | undefined,
  document: ApiDocument,
): Result => {
  if (operation === undefined) return notCompared('This version of Carryover does not know the operation.');
  const [theirs, ours] = [byStatus(target), byStatus(local)];
  if (theirs.size === 0) return notCompared(unreadReason(target, 'the target'));
  if (ours.size === 0) return notCompared(unreadReason(local, 'the local copy'));
  const [{ probe }] = target as [RecordedCall];
  const reason = probe === 'found' ? reasonNotToCompare(operation, theirs, ours) : undefined;
  if (reason !== undefined) return notCompared(reason);
  const answers = [...theirs].map(([status, calls]) =>
    compareAnswers({ status, calls, path: operation.path }, ours, document),
  );
  const differences = answers
    .flatMap((one) => one.differences)
    .map((one) => ({ ...one, declared: isDeclared(operation, probe, one) }));
  const fields = probe === 'found' ? answers.find((one) => one.fields !== undefined)?.fields : undefined;
  return {
    result: differences.length === 0 ? 'same' : 'differs',
    differences,
    declared: differences.length > 0 && differences.every(({ declared }) => declared),
    ...(fields === undefined ? {} : { fields }),
  };
};

/** The page tells of what operations do with what they find, not of refusals and headers. */
const isDeclared = (operation: Operation, probe: Probe, difference: Difference): boolean =>
  operation.fidelity === 'differs' &&
  ['found', 'onePerPage', 'secondPage', 'ordered', 'query'].includes(probe) &&
  difference.in !== 'header';

interface Answers {
  readonly status: number;
  readonly calls: readonly RecordedCall[];
  readonly path: string;
}

/** All answers of one status. */
const compareAnswers = (
  { status, calls, path }: Answers,
  ours: ReadonlyMap<number, readonly RecordedCall[]>,
  document: ApiDocument,
): { readonly differences: readonly Difference[]; readonly fields?: Result['fields'] } => {
  const same = ours.get(status);
  if (same === undefined) {
    const local = [...ours.keys()].join(', ');
    return { differences: [{ in: 'status', at: '', target: String(status), local }] };
  }
  const schema = responseSchema(document, path, status);
  const documented = schema === undefined ? undefined : documentedShape(document, schema);
  const { differences, fields } = compareBodies(bodyOf(calls), bodyOf(same), documented);
  return { differences: [...compareHeaders(calls, same), ...differences], fields };
};

const byStatus = (calls: readonly RecordedCall[]): Map<number, RecordedCall[]> =>
  Map.groupBy(
    calls.filter(({ status }) => status !== undefined),
    ({ status }) => status as number,
  );

const bodyOf = (calls: readonly RecordedCall[]) =>
  merged(calls.flatMap(({ body }) => (body === undefined ? [] : [body])));

const compareHeaders = (target: readonly RecordedCall[], local: readonly RecordedCall[]): Difference[] => {
  const [theirs, ours] = [headersOf(target), headersOf(local)];
  return [...new Set([...theirs.keys(), ...ours.keys()])].sort().flatMap((at): Difference[] => {
    const [one, other] = [theirs.get(at), ours.get(at)];
    if (one !== undefined && other !== undefined && [...one].some((value) => other.has(value))) return [];
    return [{ in: 'header', at, target: formatValues(one), local: formatValues(other) }];
  });
};

const headersOf = (calls: readonly RecordedCall[]): Map<string, Set<string>> => {
  const all = new Map<string, Set<string>>();
  for (const [name, value] of calls.flatMap(({ headers = {} }) => Object.entries(headers))) {
    all.set(name, (all.get(name) ?? new Set()).add(value));
  }
  return all;
};

const formatValues = (values: ReadonlySet<string> | undefined): string =>
  values === undefined ? 'missing' : [...values].join(', ');

/** What depends on rights says nothing of the operation. */
const refusalOf = (found: readonly RecordedCall[] = []): number | undefined =>
  found.map(({ status }) => status).find((status) => status === 401 || status === 402 || status === 403);

/** What depends on the data that there is, and on what somebody has set up. */
const reasonNotToCompare = (
  { path }: Operation,
  theirs: ReadonlyMap<number, readonly RecordedCall[]>,
  ours: ReadonlyMap<number, readonly RecordedCall[]>,
): string | undefined => {
  const [target, local] = [[...theirs.keys()], [...ours.keys()]];
  // Another call may have got a status that is none of ours: that is told.
  const isKnown = target.every((status) => ours.has(status));
  if (isKnown && isEmptyList(theirs)) return 'The list of the target is empty.';
  if (!isSetUp(path)) return undefined;
  const isThere = (statuses: readonly number[]): boolean => statuses.some((status) => status < 300);
  const isAbsent = (statuses: readonly number[]): boolean => statuses.every((status) => status === 404);
  if (isAbsent(local) && isThere(target)) return 'The local copy has none set up.';
  return isAbsent(target) && isThere(local) ? 'The target has none set up.' : undefined;
};

const isEmptyList = (theirs: ReadonlyMap<number, readonly RecordedCall[]>): boolean => {
  const list = bodyOf(theirs.get(200) ?? [])['$.results'];
  return list?.is.length === 1 && list.is[0] === 'empty list';
};

/** Settings that are there once somebody makes them. */
const isSetUp = (path: string): boolean => /\/(custom\/|supplementalDataConfig)/.test(path);

const unreadLabels: Readonly<Record<Exclude<UnreadReason, 'noId'>, string>> = {
  unreachable: 'did not respond',
  timeout: 'did not respond in time',
  tooLarge: 'answered more than is read',
  rateLimited: 'asked to wait',
  serverError: 'answered an error of its own',
  gaveUp: 'was not asked any more, after several calls without a response',
};

const idLabels: Readonly<Record<string, string>> = {
  companyId: 'company',
  connectionId: 'connection',
  datasetId: 'dataset',
  pushOperationKey: 'push operation',
  ruleId: 'rule',
  platformKey: 'integration',
  customDataIdentifier: 'custom data type that was named',
};

const unreadReason = ([call]: readonly RecordedCall[], side: string): string => {
  if (call === undefined) return `${capitalized(side)} was not asked.`;
  const { unread = 'gaveUp', detail } = call;
  if (unread === 'noId') return `${capitalized(side)} has no ${idLabels[detail ?? ''] ?? 'id for it'}.`;
  return `${capitalized(side)} ${unreadLabels[unread]}${detail === undefined ? '' : ` (${detail})`}.`;
};
