import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { mayMention } from '#desk/eligibility/source/mentions/find.ts';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { languageNameOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { type Score, scoreCorpus } from '#test/support/source-corpus.ts';
import { type Result, result } from './results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = join(root, 'test/fixtures/source-corpus');
/** `BENCH_CORPORA` names another folder of labelled sets. */
const corpora = process.env.BENCH_CORPORA ?? corpus;
const megabyte = 1_000_000;
const treeBytes = 300 * megabyte;
/** Of the tree's files, this share is of the corpus; the rest is what code bases are full of. */
const corpusShare = 0.02;

const sets = ['tuned', 'wide', 'wide-opened', 'whose', 'whose-opened', 'apart', 'wide-apart', 'fresh-apart'];

/**
 * (source) precision and recall of the source scan, with what it missed and what it took wrongly, and its speed.
 * `BENCH_CORPUS=tuned` scores that set alone.
 */
export const source = async (): Promise<Result[]> => {
  const wanted = process.env.BENCH_CORPUS;
  const results: Result[] = [];
  for (const set of sets.filter((name) => wanted === undefined || wanted === name)) {
    if (!existsSync(join(corpora, set))) continue;
    const score = await scoreCorpus(join(corpora, set));
    tell(set, score);
    results.push(...scored(set, score));
  }
  if (process.env.BENCH_SPEED !== 'no') results.push(...(await speed()));
  return results;
};

const tell = (set: string, score: Score): void => {
  console.error(`  ${set}: ${score.snippets} snippets, ${score.labels} labels`);
  for (const [kind, { labels, found, falseAlarms }] of Object.entries(score.byKind).sort()) {
    console.error(`    ${kind}: ${found} of ${labels} found, ${falseAlarms} false alarms`);
  }
  // Of a set that is kept apart, nobody who works on the scan reads more than numbers.
  if (set.endsWith('apart') && process.env.BENCH_APART !== 'told') return;
  for (const { path, row } of score.falseAbsents) console.error(`    false absent ${path} ${row}`);
  for (const path of score.reviewed) console.error(`    to review without a use ${path}`);
  for (const { path, line, kind, weak } of score.misses)
    console.error(`    missed ${path}:${line} ${kind}${weak ? ' (weak)' : ''}`);
  for (const { path, line, kind, weak, why } of score.falseAlarms) {
    console.error(`    false alarm ${path}:${line} ${kind}${weak ? ' (weak)' : ''}: ${why}`);
  }
};

const scored = (set: string, score: Score): Result[] => {
  const detail = `${score.labels} labels in ${score.snippets} snippets, ${score.misses.length} missed, ${score.falseAlarms.length} false alarms`;
  return [
    result(`source scan: recall (${set})`, score.recall, '>=', 0.9, '', detail),
    result(`source scan: precision (${set})`, score.precision, '>=', 0.95, '', detail),
    result(`source scan: false absents (${set})`, score.falseAbsents.length, '<', 1, '', 'of a check'),
    result(
      `source scan: left to review without a use (${set})`,
      score.reviewed.length / Math.max(1, score.mentioned),
      '<',
      0.15,
      '',
      `${score.reviewed.length} of ${score.mentioned} files with a mention`,
    ),
  ];
};

const speed = async (): Promise<Result[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'source-bench-'));
  try {
    const { bytes, files, held, heldBytes } = writeTree(folder);
    const rounds: number[] = [];
    let findings = 0;
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      const reading = await readSource(
        { kind: 'source', path: folder, dataDir: '/no-data-folder' },
        () => undefined,
      );
      rounds.push(bytes / megabyte / ((performance.now() - start) / 1000));
      findings = reading.findingCount;
    }
    const share = `${files} files, ${Math.round(bytes / megabyte)} MB, ${percent(held / files)} of the files (${percent(heldBytes / bytes)} of the bytes) worth reading, ${findings} findings`;
    return [
      result(
        'source scan: whole',
        rounds.sort((a, b) => a - b)[1] as number,
        '>=',
        60,
        ' MB/s',
        `${share}; median of 3`,
      ),
      result(
        'source scan: look at bytes',
        lookSpeed(folder),
        '>=',
        60,
        ' MB/s',
        'mayMention alone, on files in memory',
      ),
      result(
        'source scan: recognizers',
        await inspectionSpeed(folder),
        '>=',
        0,
        ' MB/s',
        'on the files that are worth reading',
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Without the one-line files that packages re-export by, and without what is generated. */
const isOrdinarySize = (bytes: number): boolean => bytes >= 400 && bytes < 200_000;

/** Ordinary code: what this project stands on, and its own, without what a scan passes over. */
const ordinaryCode = (): string[] => {
  const found: string[] = [];
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < 7) walk(path, depth + 1);
      else if (
        entry.isFile() &&
        languageNameOf(entry.name) !== undefined &&
        !entry.name.includes('.min.') &&
        isOrdinarySize(statSync(path).size)
      )
        found.push(path);
    }
  };
  for (const name of ['electron', 'node_modules']) walk(join(root, name), 0);
  return found
    .sort()
    .filter((_path, index, all) => all.length < 4000 || index % Math.ceil(all.length / 4000) === 0);
};

const writeTree = (folder: string): { bytes: number; files: number; held: number; heldBytes: number } => {
  const ordinary = ordinaryCode().map((path) => ({ name: extname(path), content: readFileSync(path) }));
  const snippets = JSON.parse(readFileSync(join(corpus, 'tuned/labels.json'), 'utf8')) as { path: string }[];
  const own = snippets.map(({ path }) => ({
    name: path,
    content: readFileSync(join(corpus, 'tuned', path)),
  }));
  const sums = { bytes: 0, files: 0, held: 0, heldBytes: 0 };
  const put = (path: string, content: Buffer): void => {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    sums.bytes += content.length;
    sums.files++;
    if (!mayMention(content)) return;
    sums.held++;
    sums.heldBytes += content.length;
  };
  for (let index = 0; sums.bytes < treeBytes; index++) {
    const part = `part-${Math.floor(index / 400)}/src-${Math.floor(index / 40) % 10}`;
    if ((index * corpusShare) % 1 < corpusShare) {
      const snippet = own[Math.floor(index * corpusShare) % own.length] as { name: string; content: Buffer };
      put(`${part}/${index}-${basename(snippet.name)}`, snippet.content);
    } else {
      const file = ordinary[index % ordinary.length] as { name: string; content: Buffer };
      put(`${part}/file-${index}${file.name}`, file.content);
    }
  }
  return sums;
};

/** The first files of the tree, in memory. */
const inMemory = (folder: string): { path: string; bytes: Buffer }[] => {
  const files: { path: string; bytes: Buffer }[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      files.push({ path: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) });
    if (files.length >= 4000) break;
  }
  return files;
};
const perSecond = (bytes: number, work: () => void): number => {
  const start = performance.now();
  work();
  return bytes / megabyte / ((performance.now() - start) / 1000);
};
const sizeOf = (files: readonly { bytes: Buffer }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

const lookSpeed = (folder: string): number => {
  const files = inMemory(folder);
  return perSecond(sizeOf(files), () => {
    for (const { bytes } of files) mayMention(bytes);
  });
};
const inspectionSpeed = async (folder: string): Promise<number> => {
  const files = inMemory(folder).filter(({ bytes }) => mayMention(bytes));
  await prepareInspection();
  return perSecond(sizeOf(files), () => {
    for (const { path, bytes } of files) inspect(path, bytes.toString());
  });
};
