import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { releaseFile } from '#renderer/lib/use-located-file.ts';
import { lacksPlatform, type ReadOptions, resultIn, useReadTokens } from './read-tokens.ts';
import type { TokenSource } from './token-source.ts';

interface ImportState {
  readonly source?: TokenSource | undefined;
  readonly options: ReadOptions;
  readonly jobId?: string;
  /** The job imports; else it only checks. */
  readonly isImport: boolean;
  /** The latest result, shown while the list is checked again. */
  readonly known?: TokenImportResult | undefined;
}

const noOptions: ReadOptions = { platformKey: '', format: '', mapping: {} };
const blank: ImportState = { options: noOptions, isImport: false };

/** A list from its choice to its import: each choice and each option checks it again, without storing anything. */
export const useImport = (caseId: string) => {
  const [state, setState] = useState(blank);
  const { source, options, isImport, known } = state;
  const set = (change: Partial<ImportState>): void => setState((before) => ({ ...before, ...change }));
  const read = useReadTokens(caseId);
  const { data: job } = useJob(state.jobId);
  const isBusy = read.isPending || job?.state === 'running';
  const result = resultIn(job);
  useEffect(() => {
    if (result !== undefined) setState((before) => ({ ...before, known: result }));
  }, [result]);
  const imported = isImport ? result : undefined;
  useImported(caseId, imported !== undefined, source, () => set({ source: undefined }));
  useReleaseAtEnd(source, !isBusy);

  const start = (from: TokenSource, how: ReadOptions, dryRun: boolean): void => {
    set({ options: how, isImport: false });
    read.mutate(
      { source: from, options: how, dryRun },
      { onSuccess: ({ id }) => set({ jobId: id, isImport: !dryRun }) },
    );
  };
  const release = (): void => source && releaseFile(source);
  return {
    ...state,
    job,
    isBusy,
    imported,
    error: read.error,
    asksPlatform: !isImport && lacksPlatform(job),
    checked: source !== undefined && job?.state !== 'failed' ? known : undefined,
    choose: (next: TokenSource): void => {
      release();
      set({ source: next, known: undefined });
      start(next, { ...options, mapping: {} }, true);
    },
    change: (next: ReadOptions): void =>
      source === undefined ? set({ options: next }) : start(source, next, true),
    run: (): void => source && start(source, options, false),
    clear: (): void => {
      release();
      setState(blank);
      read.reset();
    },
  };
};

/** Once the rows are stored, the list is deleted and the case is read again. */
const useImported = (
  caseId: string,
  isImported: boolean,
  source: TokenSource | undefined,
  forget: () => void,
): void => {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: forget is another function at each render
  useEffect(() => {
    if (!isImported) return;
    if (source !== undefined) releaseFile(source);
    forget();
    void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
  }, [isImported, source, client, caseId]);
};

/** Deletes the list when the screen is left, unless it is still being read. */
const useReleaseAtEnd = (source: TokenSource | undefined, isFree: boolean): void => {
  const latest = useRef({ source, isFree });
  useEffect(() => {
    latest.current = { source, isFree };
  });
  useEffect(
    () => () => {
      const { source: left, isFree: free } = latest.current;
      if (left !== undefined && free) releaseFile(left);
    },
    [],
  );
};
