import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';

/** What is known of a set of keys besides the keys: `set.json`. */
export interface SetFile {
  readonly version: 1;
  readonly set: string;
  /** The name, sealed under what keys are sealed under where nothing is wrapped: tells the data key. Base64. */
  readonly check: string;
  /** Where an external command has wrapped a further key. */
  readonly wrapped?: {
    /** As the command gave it. */
    readonly key: string;
    /** As `check`, under that key, too. */
    readonly check: string;
  };
}

const pathIn = (folder: string): string => join(folder, 'set.json');

export const writeSetFile = (folder: string, content: SetFile): void =>
  writeJsonAtomically(pathIn(folder), content);

/** @throws CatalogueError `rowKeys.damaged`, `rowKeys.unusable` */
export const readSetFile = (folder: string, set: string): SetFile => {
  const path = pathIn(folder);
  const text = inWords(path, () => readFileSync(path, 'utf8'));
  const content = parsed(text);
  if (isSetFile(content) && content.set === set) return content;
  throw new CatalogueError('rowKeys.damaged', { path, problem: 'it does not say what it should' });
};

/** @throws CatalogueError `rowKeys.unusable` or `store.full` for what the system refuses */
export const inWords = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw unusable(path, error);
  }
};

export const unusable = (path: string, error: unknown): unknown => {
  const { code, path: named = path } = error as NodeJS.ErrnoException;
  if (error instanceof CatalogueError || typeof code !== 'string') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new CatalogueError('store.full');
  return new CatalogueError('rowKeys.unusable', { path: named, problem: fileProblem(error) });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 65_536;

const isSetFile = (value: unknown): value is SetFile => {
  if (typeof value !== 'object' || value === null) return false;
  const { version, set, check, wrapped } = value as Partial<Record<keyof SetFile, unknown>>;
  if (version !== 1 || !isText(set) || !isText(check)) return false;
  if (wrapped === undefined) return true;
  const { key, check: further } = (wrapped ?? {}) as Record<string, unknown>;
  return isText(key) && isText(further);
};
