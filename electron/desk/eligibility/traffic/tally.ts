import { type Call, type CallJudge, hostOf } from '#base/api-calls.ts';
import { shown } from '#base/shown-text.ts';
import type { Finding } from '#contract/eligibility.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createStrongest, type Strongest } from '#desk/eligibility/reading/strongest.ts';
import { type CallTally, countCall, findingOf } from './call-tallies.ts';
import type { EntrySink, LineReading, LogEntry } from './entry.ts';
import {
  countsOfFile,
  countTooLong,
  countUnread,
  countUntimed,
  endFile,
  type FileTally,
  type FileUnit,
} from './file-tally.ts';
import { noSpan, type Span, widen } from './span.ts';
import { mayBeAlertsCall } from './suspicion.ts';
import { countRequest, emptyTally, type Tally } from './totals.ts';

export interface LogTally {
  readonly total: Tally;
  /** For one file; `end` is called when it was read. */
  file(log: string, unit: FileUnit): EntrySink & { end(): FileTally };
  findings(): Strongest;
  /** Possible calls to the alerts endpoints on hosts that are not named yet. */
  open(): { readonly host: string; readonly finding: Finding }[];
}

const nameLimit = 300;

/** What is counted over all files. */
interface Counting {
  readonly judge: CallJudge;
  /** Hosts of this API were named. */
  readonly named: boolean;
  readonly skips: Skips;
  readonly total: Tally;
  readonly calls: Map<string, CallTally>;
  /** By log. */
  readonly spans: Map<string, Span>;
}

/** @param named whether hosts of this API were named: otherwise alerts calls to a host in the log wait for an answer */
export const createTally = (judge: CallJudge, named: boolean, skips: Skips): LogTally => {
  const calls = new Map<string, CallTally>();
  const spans = new Map<string, Span>();
  const counting: Counting = { judge, named, skips, total: emptyTally(), calls, spans };
  return {
    total: counting.total,
    file: (name, unit) => fileSink(counting, shown(name, nameLimit), unit),
    findings() {
      const strongest = createStrongest();
      for (const call of calls.values()) {
        if (call.openHost === undefined) strongest.add(findingOf(call, spans.get(call.log)));
      }
      return strongest;
    },
    open: () =>
      [...calls.values()].flatMap((call) =>
        call.openHost === undefined
          ? []
          : [{ host: call.openHost, finding: findingOf(call, spans.get(call.log)) }],
      ),
  };
};

const fileSink = (counting: Counting, log: string, unit: FileUnit): ReturnType<LogTally['file']> => {
  const { total, skips, spans } = counting;
  const span = spans.get(log) ?? noSpan();
  spans.set(log, span);
  const file = countsOfFile(log, unit, total);
  /** Whether it may hide a call of an alerts endpoint. */
  const count = (reading: LineReading, line: number, doubtful: boolean): boolean => {
    if (reading === 'unread') {
      countUnread(file, line);
      total.unread++;
      return true;
    }
    total.entries++;
    // Such as an application's own words, with the request in a text.
    if (reading === 'no-request') return true;
    if (reading.time === undefined) countUntimed(file, line, reading);
    else widen(span, reading.time.ms);
    return addRequest(counting, reading, log)?.kind !== 'alerts' && doubtful;
  };
  return {
    entry(reading, line, raw, doubtful = false) {
      if (count(reading, line, doubtful) && mayBeAlertsCall(raw())) total.suspicious++;
    },
    tooLong(line, bytes, suspect) {
      total.unread++;
      if (suspect) total.suspicious++;
      countTooLong(file, skips, line, bytes);
    },
    end: () => endFile(file, total, skips),
  };
};

const addRequest = (
  { judge, named, total, calls }: Counting,
  entry: LogEntry,
  log: string,
): Call | undefined => {
  const call = judge(entry.method, entry.target, entry.host);
  const host = hostOf(entry.target, entry.host);
  countRequest(total, entry, call, host);
  if (call?.kind === 'alerts') {
    const openHost = named ? undefined : host;
    if (openHost === undefined) total.alertsCalls++;
    if (!countCall(calls, entry, call, log, openHost)) total.dropped++;
  }
  return call;
};
