import { takeTurns } from '#base/take-turns.ts';
import { searchedText, type TextSearch, textMatcher } from '#contract/search-text.ts';
import {
  endOfStretch,
  type LogFilter,
  type LogWay,
  matchesAmong,
  matchesIn,
  type SeqBounds,
  waysOf,
} from '#service/store/log-search.ts';
import type { StoredMessage } from '#service/store/messages.ts';
import type { TextIndex } from '#service/store/search/text-index.ts';
import type { Reader, Store } from '#service/store/store.ts';

/** Candidates read in one go; other work gets its turn in between. Each round reads twice as many. */
const firstStretch = 500;
const longestStretch = 8000;
/** Along each way in one call: then what was found is returned, and the cursor continues from there. */
const mostCandidates = 20_000;
/** Where the text of each is looked through. */
const readable = { stretch: 500, most: 5000 } as const;

export interface MessageSource {
  readonly read: Store['read'];
  /** Needed to search for words. */
  readonly textIndex?: Pick<TextIndex, 'find'>;
}

export interface MessageSearch extends LogFilter {
  readonly text?: TextSearch;
}

interface Search<Way extends LogWay | 'text' = LogWay | 'text'> {
  readonly way: Way;
  readonly found: StoredMessage[];
  /** Everything from here on is looked through. */
  reached: number;
  /** Messages that the text index does not have yet, if it was asked. */
  behind?: number;
}

export interface FoundMessages {
  readonly messages: StoredMessage[];
  /** Where to continue; undefined at the end. */
  readonly before?: number;
  /** Messages in which no words were searched, as they are not indexed yet; 0 if no words were asked for. */
  readonly behind: number;
}

/**
 * Up to `limit` messages, newest first. All ways are gone along in turn, and the first one to arrive answers: so a
 * rare company is found by the company and a rare word by the word, without knowing which is which. When `most` candidates
 * were read on each way, what was found is returned, and where to continue.
 */
export const findMessages = async (
  source: MessageSource,
  filter: MessageSearch,
  bounds: SeqBounds,
  limit: number,
  most = filter.text === undefined ? mostCandidates : readable.most,
): Promise<FoundMessages> => {
  const matches = filter.text === undefined ? undefined : textMatcher(filter.text);
  const look = { source, filter, bounds, limit, matches };
  const searches = waysFor(filter).map(
    (way) => ({ way, found: [], reached: bounds.before }) as Search<LogWay> | Search<'text'>,
  );
  const longest = matches === undefined ? longestStretch : readable.stretch;
  let looked = 0;
  for (let stretch = firstStretch; looked < most; stretch = Math.min(stretch * 2, longest)) {
    for (const search of searches) {
      const ended = await (search.way === 'text'
        ? lookByWords(look, search, stretch)
        : lookOn(look, search, stretch));
      if (ended) return { ...pageOf(search.found, limit), behind: behindOf(searches, search) };
      await takeTurns();
    }
    looked += stretch;
  }
  const farthest = searches.reduce((a, b) => (b.reached < a.reached ? b : a));
  return { messages: farthest.found, before: farthest.reached, behind: behindOf(searches, farthest) };
};

/** Words alone: without them, all messages would be a way. */
const waysFor = (filter: MessageSearch): readonly Search['way'][] => {
  const ways = waysOf(filter);
  if (filter.text === undefined) return ways;
  // First: what it gives is looked at in an index before a message is read.
  return ways[0] === 'all' ? ['text'] : ['text', ...ways];
};

/** Other ways read the messages themselves, and miss none. */
const behindOf = (searches: readonly Search[], answering: Search): number =>
  answering.way === 'text' ? (searches.find(({ way }) => way === 'text')?.behind ?? 0) : 0;

interface Look {
  readonly source: MessageSource;
  readonly filter: MessageSearch;
  readonly bounds: SeqBounds;
  readonly limit: number;
  readonly matches: ((searched: string) => boolean) | undefined;
}

/** @returns whether it has come to the end of its way, or found more than a page */
const lookOn = (
  { source, filter, bounds, limit, matches }: Look,
  search: Search<LogWay>,
  stretch: number,
): Promise<boolean> =>
  source.read(async (reader: Reader) => {
    const { way, found } = search;
    const rest = { from: bounds.from, before: search.reached };
    const end = await endOfStretch(reader, way, filter, rest, stretch);
    const part = { from: end ?? bounds.from, before: search.reached };
    const wanted = limit + 1 - found.length;
    const rows = await matchesIn(reader, way, filter, part, matches === undefined ? wanted : stretch);
    const matching = matches === undefined ? rows : rows.filter(({ body }) => matches(searchedText(body)));
    found.push(...matching.slice(0, wanted));
    search.reached = part.from;
    return end === undefined || found.length > limit;
  });

/** By the index; what it gives is looked at again, as messages come and go beside it. */
const lookByWords = async (
  { source, filter, bounds, limit, matches }: Look,
  search: Search,
  stretch: number,
): Promise<boolean> => {
  if (source.textIndex === undefined || filter.text === undefined) throw new Error('There is no text index.');
  const { found } = search;
  // With another filter, few of them may match.
  const most =
    waysOf(filter)[0] === 'all' ? Math.min(stretch, Math.max(limit + 1 - found.length, 50) * 2) : stretch;
  const { seqs, reached, behind } = await source.textIndex.find(
    filter.text,
    bounds.from,
    search.reached,
    most,
  );
  const rows = await source.read((reader: Reader) => matchesAmong(reader, filter, seqs));
  const matching = rows.filter(({ body }) => matches?.(searchedText(body)));
  found.push(...matching.slice(0, limit + 1 - found.length));
  search.reached = Math.max(reached, bounds.from);
  search.behind = behind;
  return reached <= bounds.from || found.length > limit;
};

/** One more than asked for was looked for, to know whether there is more. */
const pageOf = (
  found: readonly StoredMessage[],
  limit: number,
): Pick<FoundMessages, 'messages' | 'before'> => {
  const messages = found.slice(0, limit);
  const last = messages.at(-1);
  return found.length > limit && last !== undefined ? { messages, before: last.seq } : { messages };
};
