import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseDisposition } from 'content-disposition';
import { fileProblem } from '#base/file-problem.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import { reportDigestHeader, reportSeqHeader } from '#contract/report.ts';
import { CommandError } from './command-error.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The point of the audit chain that a document of the desk is of. */
export const pointIn = (headers: Headers): { seq: number; digest: string } => ({
  seq: Number(headers[reportSeqHeader]),
  digest: String(headers[reportDigestHeader]),
});

/** Where it is written: as given, or as the desk names it. */
export const fileOf = (out: string | undefined, headers: Headers, otherwise: string): string =>
  resolve(out ?? nameIn(headers['content-disposition']) ?? otherwise);

/** The desk gives plain names; anything else is not taken for one. */
const nameIn = (disposition: string | string[] = ''): string | undefined => {
  const { filename = '' } = parseDisposition(String(disposition)).parameters;
  return /^[a-z0-9][a-z0-9.-]*$/.test(filename) ? filename : undefined;
};

/** The whole file or none: a concurrent reader gets the previous one. */
export const replaceFile = (path: string, content: Buffer | string): void => {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
    writeAtomicallySync(path, content);
  } catch (cause) {
    throw new CommandError(`${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
  }
};
