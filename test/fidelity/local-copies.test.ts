import { expect, test } from 'vitest';
import type { Comparison } from '#contract/fidelity.ts';
import { operations } from '#contract/operations.ts';
import { compareRecording } from '#fidelity/compare.ts';
import { readRecording, recordingOf, recordingText } from '#fidelity/recording.ts';
import { exampleService, observeService } from '#test/support/fidelity.ts';
import { startTestKit } from '#test/support/test-kit.ts';

const rest = ({ operations: all }: Comparison) =>
  all.flatMap(({ operation, probes }) =>
    probes
      .filter(({ result }) => result !== 'same')
      .map(({ probe, result, reason, differences }) => ({ operation, probe, result, reason, differences })),
  );

test('a recording of one local copy, compared with another that has other data, differs in nothing', async () => {
  const [one, other] = [await exampleService(1), await exampleService(2)];
  const written = recordingText(recordingOf(await observeService(one, one.document), 0, undefined));
  const recording = readRecording(Buffer.from(written));
  const compared = compareRecording(recording, await observeService(other, other.document), other.document);
  expect(rest(compared)).toEqual([]);
  expect(compared.counts).toMatchObject({ declared: 0, undeclared: 0, notCompared: 0 });
  expect(compared.counts.same).toBeGreaterThan(120);
  // Every operation that reads is in it, or left out by name.
  const told = [...compared.operations, ...compared.leftOut].map(({ operation }) => operation);
  const reading = operations.filter(({ method, fidelity }) => method === 'GET' && fidelity !== 'missing');
  expect(told.sort()).toEqual(reading.map(({ method, path }) => `${method} ${path}`).sort());
});

test('what an empty local copy or an empty target has not is not compared, and never the same', async () => {
  const full = await exampleService(1);
  const { kit } = await startTestKit({ seed: 3 });
  const [calls, ofEmpty] = [
    await observeService(full, full.document),
    await observeService(kit, full.document),
  ];
  const found = (compared: Comparison) =>
    compared.operations
      .filter(({ operation }) => operation.includes('{companyId}') || operation === 'GET /companies')
      .map(({ probes }) => probes.find(({ probe }) => probe === 'found'));
  const withEmptyCopy = compareRecording(recordingOf(calls, 0, undefined), ofEmpty, full.document);
  for (const one of found(withEmptyCopy).slice(1)) {
    expect(one).toMatchObject({ result: 'notCompared', reason: 'The local copy has no company.' });
  }
  const ofEmptyTarget = compareRecording(recordingOf(ofEmpty, 0, undefined), calls, full.document);
  expect(found(ofEmptyTarget)[0]).toMatchObject({ reason: 'The list of the target is empty.' });
  for (const one of found(ofEmptyTarget)) expect(one?.result).toBe('notCompared');
  expect([ofEmptyTarget, withEmptyCopy].flatMap(rest).filter(({ result }) => result === 'differs')).toEqual(
    [],
  );
});
