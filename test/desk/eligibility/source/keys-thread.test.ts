import { beforeAll, expect, test, vi } from 'vitest';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import type { CodeFile } from '#desk/eligibility/source/inspection.ts';
import { createKeysThread } from '#desk/eligibility/source/keys-thread.ts';
import { findMentions } from '#desk/eligibility/source/mentions/find.ts';
import type { SettledFile } from '#desk/eligibility/source/mentions/ledger.ts';
import { inspectKeys } from '#desk/eligibility/source/recognizers/keys.ts';
import { createSettling } from '#desk/eligibility/source/settling.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';
import { readModels, readOnce } from '#desk/eligibility/source/syntax/read.ts';

beforeAll(() => prepareInspection());

const filler = `// ${'-'.repeat(70)}\n`.repeat(500);
/** Enough of them for a second thread. */
const files = (count: number): CodeFile[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `src/hooks/${index}.ts`,
    text: `export const onHook${index} = (req: Request) => req.headers.authorization === secret && run(req.body.RuleId);\n${filler}`,
  }));

test('two threads find what one finds, in the order of the files', async () => {
  const all = files(32);
  const thread = createKeysThread('/no-data-folder');
  const [first, ...others] = all as [CodeFile, ...CodeFile[]];
  try {
    // One is asked for before there is a thread.
    thread.offer(first);
    expect(await thread.keysOf(first, () => undefined)).toEqual(
      inspectKeys(first.path, first.text, readOnce(readModels)),
    );
    for (const file of others) thread.offer(file);
    for (const file of others) {
      const expected = inspectKeys(file.path, file.text, readOnce(readModels));
      expect(await thread.keysOf(file, () => undefined)).toEqual(expected);
    }
  } finally {
    await thread.close();
  }
});

test('of a file that was never handed over it knows nothing', async () => {
  const [file] = files(1) as [CodeFile];
  const thread = createKeysThread('/no-data-folder');
  expect(await thread.keysOf(file, () => undefined)).toBeUndefined();
  await thread.close();
});

test('a scan that can not go on leaves no thread behind', async () => {
  const sink = createSourceSink(createSkips(), 'shop', '/no-data-folder');
  for (const { path, text } of files(32)) sink.take(path, Buffer.from(text));
  await sink.close();
  // What was handed over already is told of by the calling thread alone.
  await sink.finish();
  expect(sink.findings.count).toBe(64);
});

test('what the thread has said of the keys of a file is what the scan tells', async () => {
  const told = { uses: [], explanations: [] };
  const settled: SettledFile[] = [];
  const thread = { offer: vi.fn(), keysOf: async () => told, close: async () => undefined };
  const settling = createSettling(undefined, (_path, look) => settled.push(look()), thread);
  const [{ path, text }] = files(1) as [CodeFile];
  settling.add({ path, text, found: findMentions(text, { barewords: false }) });
  await settling.settle(() => undefined);
  expect(thread.offer).toHaveBeenCalledOnce();
  expect(settled.map(({ inspection }) => inspection.findings)).toEqual([[]]);
});
