import type { KeyObject } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import { throttle } from '#base/throttle.ts';
import { formatCount } from '#contract/format.ts';
import type { JobProgress } from '#contract/job.ts';
import type { ParityReport, RecordedRequest } from '#contract/parity.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import { ownFilesIn } from '#desk/core/own-files.ts';
import { type Comparison, createComparison } from '#desk/cutover/parity/comparison.ts';
import { plainText } from '#desk/cutover/parity/places.ts';
import type { ComparedPlan } from '#desk/cutover/parity/plan-index.ts';
import { openRecording, type Recording } from './open-recording.ts';
import type { RecordingItem } from './recording.ts';

/** What the reading thread is given: plain data that can be posted. */
export interface ParityTask {
  readonly plan: ComparedPlan;
  /** Absolute. */
  readonly paths: readonly string[];
  /** What the built-in receiver captured. */
  readonly captured: readonly RecordedRequest[];
  readonly withinMs: number | undefined;
  /** Whose own files are not read. */
  readonly dataDir: string;
  /** What the marks of the plan are keyed with. */
  readonly fingerprintKey: KeyObject;
}

/**
 * Compares what is in recordings, read side by side in the order of time, so that the pairs of two files meet.
 * @throws CatalogueError `file.unreadable`
 */
export const readRecordings = async (
  { plan, paths, captured, withinMs, dataDir, fingerprintKey }: ParityTask,
  report: (progress: JobProgress) => void,
): Promise<ParityReport> => {
  const fingerprint = fingerprintBy(fingerprintKey);
  const comparison = createComparison(plan, {
    ...(withinMs === undefined ? {} : { withinMs }),
    markOf: (_, value) => profileMark({ fingerprint }, value) ?? '',
  });
  const recordings: Recording[] = [];
  let count = 0;
  let done = 0;
  let total = 0;
  const now = throttle(progressMs);
  const moved = (bytes: number): void => {
    done += bytes;
    now(() => report({ done, total, unit: 'bytes', text: `Compared ${formatCount(count, 'request')}` }));
  };
  try {
    const own = ownFilesIn(dataDir);
    for (const path of new Set(paths)) recordings.push(await openRecording(path, own, moved));
    total = recordings.reduce((sum, { bytes }) => sum + bytes, 0);
    const sources = [
      sourceOf(inMemory(captured), 'what the receiver captured', 'request'),
      ...recordings.map(fileSource),
    ];
    for await (const item of inOrderOfTime(sources)) {
      count++;
      addItem(comparison, item);
    }
  } finally {
    for (const recording of recordings) await recording.close();
  }
  return comparison.report();
};

const progressMs = 100;

interface Source {
  /** The next one; undefined at its end. */
  readonly next: Placed | undefined;
  /** Goes on to the next one that is there at once; false: more has to be read. */
  step(): boolean;
  read(): Promise<void>;
}

interface Placed extends RecordingItem {
  readonly place: () => string;
}

const addItem = (comparison: Comparison, { request, place }: Placed): void => {
  if (request === undefined) comparison.addUnreadable(place());
  else comparison.add(request, place);
};

const fileSource = ({ items, name, unit }: Recording): Source => sourceOf(items, plainText(name), unit);

async function* inMemory(
  requests: readonly RecordedRequest[],
): AsyncGenerator<readonly RecordingItem[], undefined> {
  yield requests.map((request, index) => ({ request, number: index + 1 })).sort(byTime);
  return undefined;
}

const timeOf = ({ request }: RecordingItem): number => Date.parse(request?.at ?? '');
const byTime = (a: RecordingItem, b: RecordingItem): number => timeOf(a) - timeOf(b);

const sourceOf = (
  items: AsyncGenerator<readonly RecordingItem[], string | undefined>,
  name: string,
  unit: string,
): Source => {
  let part: readonly RecordingItem[] = [];
  let at = 0;
  let next: Placed | undefined;
  const take = (): boolean => {
    const item = part[at++];
    next = item === undefined ? undefined : { ...item, place: () => `${unit} ${item.number} of ${name}` };
    return next !== undefined;
  };
  return {
    get next() {
      return next;
    },
    step: take,
    async read() {
      let result = await items.next();
      while (!result.done && result.value.length === 0) result = await items.next();
      part = result.done ? [] : result.value;
      at = 0;
      take();
      // What it lacks is told like a line that can't be read.
      const lack = result.done ? result.value : undefined;
      if (lack !== undefined) next = { number: 0, place: () => `${name} (${lack})` };
    },
  };
};

/** Of several recordings always the earliest next one; each by itself is taken as it comes. */
async function* inOrderOfTime(sources: readonly Source[]): AsyncGenerator<Placed> {
  for (const source of sources) await source.read();
  let open = sources.filter(({ next }) => next !== undefined);
  while (open.length > 0) {
    const earliest = open.reduce((first, source) => (isBefore(source.next, first.next) ? source : first));
    yield earliest.next as Placed;
    if (!earliest.step()) {
      await earliest.read();
      if (earliest.next === undefined) open = open.filter((source) => source !== earliest);
    }
  }
}

/** What has no time comes at once. */
const isBefore = (one: Placed | undefined, other: Placed | undefined): boolean => {
  const [a, b] = [timeOf(one as Placed), timeOf(other as Placed)];
  return Number.isNaN(a) ? !Number.isNaN(b) : a < b;
};
