import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import type { CaseSummary } from '#contract/case.ts';
import type { CaseList } from '#contract/case-list.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import type { MessagePage } from '#contract/message.ts';
import type { RowReferences } from '#contract/token-rows.ts';
import { searchHelp } from '#renderer/features/help/search.ts';
import { typedFilter } from '#renderer/features/messages/typed-filter.ts';
import { withQuery } from '#renderer/lib/api.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { useCaseShortcuts } from '#renderer/lib/case-shortcuts.ts';
import { helpAddress } from '#renderer/lib/help.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useCasesById, useEndpoints } from '#renderer/lib/lists.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { isUuid } from '#renderer/lib/uuid.ts';
import { type Entry, type GroupId, wordsOf } from './arrange.ts';
import { entriesOfCase, isPartWord, partsOfCase, searchedInCase } from './places.ts';

/** What one part of the desk has for the text. */
export interface Source {
  readonly group: GroupId;
  readonly entries: readonly Entry[];
  readonly isPending: boolean;
  /** Why nothing of it can be shown. */
  readonly error?: Error | null;
  readonly onRetry?: () => unknown;
  /** More fit than were read. */
  readonly hasMore?: boolean;
}

interface Read<T> {
  readonly data: T | undefined;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Entries of the text before stay until the next ones arrive, as far as they fit; found ones of it are no more. */
const sourceOf = <T>(
  group: GroupId,
  read: Read<T>,
  entriesOf: (data: T) => readonly Entry[],
  more?: (data: T) => boolean,
): Source => {
  const { data, isPlaceholderData, error, refetch } = read;
  const entries = data === undefined || error ? [] : entriesOf(data);
  return {
    group,
    entries: isPlaceholderData ? entries.map((one) => ({ ...one, isFound: false })) : entries,
    isPending: isPlaceholderData || (data === undefined && read.isFetching),
    error,
    onRetry: refetch,
    hasMore: data !== undefined && !isPlaceholderData && (more?.(data) ?? false),
  };
};

const searchedCases = 20;
const shownWithoutText = 6;

/** By name, integrator or client id, and their parts: "acme tokens". */
export const useCaseSource = (text: string): readonly Source[] => {
  const words = wordsOf(text);
  const names = words.filter((word) => !isPartWord(word)).join(' ');
  const query = words.join(' ');
  const byText = useCaseSearch(query);
  const byName = useCaseSearch(names === query ? '' : names);
  const source = (read: Read<CaseList>, asked: string): Source =>
    sourceOf(
      'cases',
      read,
      ({ results }) =>
        results.flatMap((one) => (asked === '' ? entriesOfCase(one) : searchedInCase(one, words, true))),
      ({ results, total }) => asked !== '' && total > results.length,
    );
  const first = source(byText, query);
  return names === query || names === '' ? [first] : [first, source(byName, names)];
};

const useCaseSearch = (query: string) =>
  useApiQuery<CaseList>([...keys.cases.list, { query, limit: searchedCases }], '/api/cases', {
    query: { query, limit: query === '' ? shownWithoutText : searchedCases },
    placeholderData: keepPreviousData,
  });

/** Cases that were visited or used lately, and the parts of the present one. */
export const useKnownCases = (recent: readonly string[], text: string): readonly Source[] => {
  const present = useMatch('/cases/:caseId/*')?.params.caseId;
  const { visited } = useCaseShortcuts();
  const used = recent.flatMap((id) => /^case:([0-9a-f-]{36})/.exec(id)?.[1] ?? []);
  const ids = [...new Set([...(present === undefined ? [] : [present]), ...visited.slice(0, 10), ...used])];
  const read = useCasesById(ids.filter((id) => /^[0-9a-f-]{36}$/.test(id)));
  const words = wordsOf(text);
  const entriesOf = (one: CaseSummary): readonly Entry[] => {
    const group = one.id === present ? 'screens' : 'cases';
    if (words.length === 0) return entriesOfCase(one, group);
    const parts = group === 'screens' ? partsOfCase(one, words, group) : [];
    return [...parts, ...searchedInCase(one, words, false)];
  };
  return [sourceOf('cases', read, ({ results }) => results.flatMap(entriesOf))];
};

/** By URL, id or tag. */
export const useEndpointSource = (): Source => {
  const read: Read<{ readonly results: readonly EndpointDetail[] }> = useEndpoints();
  return sourceOf('endpoints', read, ({ results }) => results.map(endpointEntry));
};

const endpointEntry = ({ id, url, companyTags }: EndpointDetail): Entry => ({
  id: `endpoint:${id}`,
  group: 'endpoints',
  label: withoutScheme(url),
  description: id,
  keywords: companyTags.join(' '),
  path: `/endpoints/${id}`,
  whenSearched: true,
});

const shortest = 2;
const mostRows = 8;

/** Rows of token migrations, by the beginning of their reference. */
export const useRowSource = (text: string): Source => {
  const ref = text.trim();
  const enabled = ref.length >= shortest;
  const read = useApiQuery<RowReferences>([...keys.cases.all, 'rows-by-ref', ref], '/api/tokens/rows', {
    query: { ref, limit: mostRows },
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!enabled) return nothing('rows');
  return sourceOf(
    'rows',
    read,
    ({ results }) =>
      results.map(({ caseId, caseName, rowId, ref: label, name, platformKey }) => ({
        id: `row:${caseId}/${rowId}`,
        group: 'rows',
        label,
        description: [caseName ?? `Case ${caseId.slice(0, 8)}`, name, platformKey]
          .filter((part) => part !== undefined)
          .join(' · '),
        path: `/cases/${caseId}/tokens?row=${rowId}`,
        isFound: true,
      })),
    ({ more }) => more,
  );
};

const nothing = (group: GroupId): Source => ({ group, entries: [], isPending: false });

const shortestId = 6;
const mostMessages = 6;

/** By their id or its beginning, or by that of their event. */
export const useMessageSource = (text: string): Source => {
  const id = text.trim();
  const enabled = isUuid(id) || (id.startsWith('msg_') && id.length >= shortestId);
  const read = useApiQuery<MessagePage>([...keys.messages.all, 'by-id', id], '/api/messages', {
    query: { id, limit: mostMessages },
    enabled,
  });
  if (!enabled) return nothing('messages');
  return sourceOf(
    'messages',
    read,
    ({ results }) =>
      results.map((one) => ({
        ...messageEntry(one.id),
        description: [one.eventType, one.companyName].filter((part) => part !== undefined).join(' · '),
        isFound: true,
      })),
    ({ cursor }) => cursor !== undefined,
  );
};

export const messageEntry = (id: string): Entry => ({
  id: `message:${id}`,
  group: 'messages',
  label: id,
  path: `/messages/${id}`,
  whenSearched: true,
});

const mostTopics = 6;

export const useHelpSource = (text: string): Source => {
  const query = text.trim();
  const enabled = query.length >= shortest;
  const read = useQuery({
    queryKey: ['help-search', query, mostTopics],
    queryFn: () => searchHelp(query, mostTopics),
    enabled,
  });
  if (!enabled) return nothing('help');
  return sourceOf('help', read, (hits) =>
    hits.map(({ id, title, page }) => ({
      ...helpEntry(id, title),
      description: page === title ? undefined : page,
      isFound: true,
    })),
  );
};

export const helpEntry = (topic: string, label: string): Entry => ({
  id: `help:${topic}`,
  group: 'help',
  label,
  path: helpAddress(topic),
  whenSearched: true,
});

/** Opens Messages with what is typed as its search. */
export const searchEntry = (text: string, endpoints: readonly EndpointDetail[]): Entry => ({
  id: `search:${text}`,
  group: 'search',
  label: `Search messages for “${text.trim()}”`,
  path: withQuery('/messages', typedFilter(text, { endpoints, eventTypes })),
  isFound: true,
});
