import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError, readable } from '#desk/eligibility/reading/read-error.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createFileBytes } from './file-bytes.ts';
import type { SourceSink } from './sink.ts';

/** Reads one source file. @throws ReadError `file.unreadable` */
export const readSingle = (path: string, own: OwnFiles, sink: SourceSink, skips: Skips): void => {
  const found = readable(path, () => createFileBytes(own).read(realpathSync(path)));
  if (found === 'special')
    throw new ReadError('file.unreadable', { path, problem: 'it is not a regular file' });
  if (found === 'too-large' || found === 'large-binary')
    skips.add(basename(path), 'too-large', undefined, true);
  else sink.take(basename(path), found);
};
