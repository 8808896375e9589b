import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useEndpoints } from '#renderer/lib/lists.ts';
import { arrange, comesBefore, type Entry } from './arrange.ts';
import { closePalette } from './palette-store.ts';
import { noteUse, useRecent } from './recent.ts';
import { useActionEntries } from './use-action-entries.ts';
import {
  helpEntry,
  messageEntry,
  type Source,
  searchEntry,
  useCaseSource,
  useEndpointSource,
  useHelpSource,
  useKnownCases,
  useMessageSource,
  useRowSource,
} from './use-data-entries.ts';

const searchMs = 100;

/** What is typed, what fits it, and which entry Enter chooses. */
export const usePalette = () => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [waits, setWaits] = useState(false);
  const { groups, sources, isPending } = useResults(text);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosen) ?? entries[0];
  const run = useRun();
  // What may still come before the first entry is what was meant more likely: Enter waits for it.
  const isOpen =
    chosen === undefined &&
    text.trim() !== '' &&
    (isPending || sources.some((one) => one.isPending && comesBefore(one.group, groups, text)));
  useEffect(() => {
    if (!waits || isOpen) return;
    setWaits(false);
    if (active !== undefined) run(active);
  }, [waits, isOpen, active, run]);
  return {
    text,
    groups,
    sources,
    active,
    isSearching: waits || isPending || sources.some((one) => one.isPending),
    type: (next: string) => {
      setText(next);
      setChosen(undefined);
      setWaits(false);
    },
    move: (by: number) => {
      setWaits(false);
      setChosen(neighbour(entries, active, by)?.id);
    },
    choose: ({ id }: Entry) => setChosen(id),
    run,
    enter: () => setWaits(true),
  };
};

/** By one it goes round; by more it stops at the ends. */
const neighbour = (entries: readonly Entry[], active: Entry | undefined, by: number): Entry | undefined => {
  const at = active === undefined ? -1 : entries.indexOf(active);
  const next = at + by;
  const last = entries.length - 1;
  if (Math.abs(by) === 1) return entries[next < 0 ? last : next > last ? 0 : next];
  return entries[Math.min(Math.max(next, 0), last)];
};

const useResults = (text: string) => {
  const [asked] = useDebouncedValue(text, searchMs);
  const isPending = asked !== text;
  const recent = useRecent();
  const ids = recent.map(({ id }) => id);
  const actions = useActionEntries();
  const sources: readonly Source[] = [
    ...useKnownCases(ids, asked),
    ...useCaseSource(asked),
    useEndpointSource(),
    useRowSource(asked),
    useMessageSource(asked),
    useHelpSource(asked),
  ];
  const endpoints = useEndpoints().data?.results ?? [];
  const entries = [
    ...actions,
    ...sources.flatMap((one) => (isPending ? one.entries.map(unfound) : one.entries)),
    ...recent.flatMap(({ id, label }) => kept(id, label)),
    ...(text.trim() === '' ? [] : [searchEntry(text, endpoints)]),
  ];
  return { groups: arrange(text, entries, ids), sources, isPending };
};

/** Found for the text before. */
const unfound = (entry: Entry): Entry => ({ ...entry, isFound: false });

/** What can be reached again by its id alone. */
const kept = (id: string, label: string | undefined): readonly Entry[] => {
  if (id.startsWith('message:')) return [messageEntry(id.slice('message:'.length))];
  return label === undefined ? [] : [helpEntry(id.slice('help:'.length), label)];
};

const useRun = () => {
  const go = useNavigate();
  return (entry: Entry): void => {
    if (entry.reason !== undefined) return;
    noteUse(entry);
    closePalette();
    if (entry.path !== undefined) void go(entry.path);
    else entry.run?.();
  };
};
