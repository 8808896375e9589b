import { closeSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { formatNumber } from '#contract/format.ts';
import { type OwnFiles, ownFilesIn } from '#desk/core/own-files.ts';
import { manifestOf } from '#desk/eligibility/reading/manifest.ts';
import { throttled } from '#desk/eligibility/reading/progress.ts';
import { ReadError, readable } from '#desk/eligibility/reading/read-error.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import type { Reading, Report, SourceTask } from '#desk/eligibility/reading/task.ts';
import { createArchiveEntries } from './archive-entries.ts';
import { openRegular } from './file-bytes.ts';
import { fileDigest } from './file-digest.ts';
import { readFolder } from './folder.ts';
import { createPassedOver } from './passed-over.ts';
import { readSingle } from './single.ts';
import { createSourceSink } from './sink.ts';
import { sourceStatements } from './statements.ts';
import { languageNameOf } from './syntax/grammars.ts';
import { readTar } from './tar.ts';
import { encodingOf } from './text.ts';
import { readZip } from './zip.ts';

/**
 * Reads a folder, an archive or one file, in the thread that calls it.
 * @throws ReadError `file.unreadable`, `source.notSupported`, `archive.unreadable`
 */
export const readSource = async (task: SourceTask, report: Report): Promise<Reading> => {
  const path = readable(task.path, () => realpathSync(task.path));
  const own = ownFilesIn(task.dataDir);
  const skips = createSkips();
  const passed = createPassedOver();
  const stat = readable(path, () => statSync(path));
  const reportProgress = throttled(report);
  const text = () => `Read ${formatNumber(sink.files)} files of ${basename(task.path)}`;
  const kind = stat.isDirectory() ? 'folder' : kindOf(path, own);
  const scope = (task.scope ?? scopeOf(task.path, kind)).slice(0, 200) || 'source';
  const sink = createSourceSink(skips, scope, task.dataDir);

  const whole = () => ({ done: sink.bytes, total: sink.bytes, unit: 'bytes' as const, text: text() });
  try {
    if (kind === 'folder') {
      readFolder(path, own, sink, skips, passed, () => {
        reportProgress(() => ({ done: sink.bytes, unit: 'bytes', text: text() }));
      });
    } else if (kind === 'file') {
      readSingle(path, own, sink, skips);
    } else {
      // An archive is gone through twice; of a .zip only the second time takes long.
      const total = kind === 'zip' ? stat.size : stat.size * 2;
      const onProgress = (done: number) =>
        reportProgress(() => ({ done, total, unit: 'bytes', text: text() }));
      const entries = createArchiveEntries(skips, passed);
      if (kind === 'zip') await readZip(path, own, sink, entries, skips, onProgress);
      else await readTar(path, own, kind === 'tar.gz', sink, entries, skips, onProgress);
    }
    await sink.finish(() => reportProgress(whole));
  } finally {
    await sink.close();
  }
  passed.addTo(skips);
  report(whole());

  return {
    collector: 'source',
    scope,
    origin: basename(task.path) || task.path,
    digest: sink.digest(),
    ...(kind === 'folder' ? manifestOf(sink.hashed) : fileDigest(path, own)),
    read: {
      files: sink.files,
      bytes: sink.bytes,
      languages: sink.languages(),
      skipped: skips.list(),
      skippedCount: skips.count,
    },
    rows: sourceStatements(sink, skips),
    findings: sink.findings.list(),
    findingCount: sink.findings.count,
    mentions: sink.mentions(),
    sketch: sink.sketch(),
  };
};

type Kind = 'folder' | 'file' | 'zip' | 'tar' | 'tar.gz';

/** By content; a name that says something else is no help to anybody. */
const kindOf = (path: string, own: OwnFiles): Kind => {
  const head = Buffer.alloc(512);
  const fd = readable(path, () => openRegular(path, own));
  if (fd === undefined) throw unsupported(path, 'it is a device, a pipe or a socket');
  let length: number;
  try {
    length = readSync(fd, head, 0, head.length, 0);
  } finally {
    closeSync(fd);
  }
  if (length === 0) throw unsupported(path, 'it is empty');
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0) < 9 && (head[3] ?? 0) < 9) return 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'tar.gz';
  if (head.toString('latin1', 257, 262) === 'ustar') return 'tar';
  const name = extname(path).toLowerCase();
  if (name === '.tar') return 'tar';
  if (name === '.zip' || name === '.gz' || name === '.tgz') {
    throw new ReadError('archive.unreadable', { path, problem: `it is not a valid ${name} file` });
  }
  if (languageNameOf(path) === undefined && encodingOf(head.subarray(0, length)) === 'binary') {
    throw unsupported(path, 'it is neither an archive nor text');
  }
  return 'file';
};

const unsupported = (path: string, problem: string) =>
  new ReadError('source.notSupported', { path, problem });

const scopeOf = (path: string, kind: Kind): string => {
  const name = basename(path) || basename(dirname(path));
  return kind === 'folder' || kind === 'file' ? name : name.replace(/(\.tar)?\.(zip|tar|gz|tgz)$/i, '');
};
