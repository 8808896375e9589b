import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConnectionStatus } from '#contract/company.ts';
import { datasetStages } from '#contract/data.ts';
import { CatalogueError } from '#contract/errors.ts';
import { endsAt, stateAt } from '#service/platform/dataset-course.ts';
import { testPlatform } from '#test/support/test-platform.ts';

const calls = ['authorize', 'authorize a dead token', 'complete', 'fail', 'unlink', 'sync', 'wait'] as const;
type Call = (typeof calls)[number];

/** What the status machine of `docs/reference/rules/companies.md#connection-status` says, said again. */
const model = (
  status: ConnectionStatus,
  call: Call,
): { to: ConnectionStatus; event?: string } | 'refused' => {
  const isLinked = status === 'Linked';
  const linked = {
    to: 'Linked' as const,
    event: status === 'PendingAuth' ? 'connection.connected' : 'connection.reconnected',
  };
  switch (call) {
    case 'authorize':
    case 'authorize a dead token':
      return isLinked ? { to: 'Linked' } : linked;
    case 'complete':
      return isLinked ? 'refused' : linked;
    case 'fail':
      return isLinked ? 'refused' : { to: status, event: 'connection.failed' };
    case 'unlink':
      return isLinked ? { to: 'Unlinked', event: 'connection.disconnected' } : 'refused';
    default:
      return { to: status };
  }
};

test('whatever is called, a connection follows its status machine and tells each change once', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  await platform.data.changeSettings({ fetchOnFirstLink: false });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...calls), { maxLength: 25 }), async (sequence) => {
      const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'T');
      const { id } = await platform.connections.create(companyId, 'gbol');
      const [good] = await platform.issueTokens({ platformKey: 'gbol' });
      const [dead] = await platform.issueTokens({ platformKey: 'gbol', behaviour: 'revoked' });
      const run: Record<Call, () => Promise<unknown>> = {
        authorize: () => platform.connections.authorize(companyId, id, good?.credentials ?? {}),
        'authorize a dead token': () =>
          platform.connections.authorize(companyId, id, dead?.credentials ?? {}),
        complete: () => platform.linking.complete(companyId, id),
        fail: () => platform.linking.fail(companyId, id),
        unlink: () => platform.connections.unlink(companyId, id),
        sync: () => platform.data.queue(companyId, 'invoices', id),
        wait: () => fixture.advance(10_000),
      };
      let status: ConnectionStatus = 'PendingAuth';
      let isDead = false;
      let isRunning = false;
      // What an earlier sequence left running is none of this one's business.
      await fixture.advance(10_000);
      fixture.events();
      for (const call of sequence) {
        const expected = model(status, call);
        const outcome = await run[call]().then(
          () => 'done',
          (error: unknown) => {
            expect(error).toBeInstanceOf(CatalogueError);
            return 'refused';
          },
        );
        const told = fixture.events().filter((type) => type.startsWith('connection.'));
        if (call === 'sync') {
          expect(outcome).toBe(status === 'Linked' ? 'done' : 'refused');
          isRunning ||= outcome === 'done';
        } else if (call === 'wait') {
          const isFound = isRunning && isDead && status === 'Linked';
          if (isFound) status = 'Deauthorized';
          expect(told).toEqual(isFound ? ['connection.disconnected'] : []);
          isRunning = false;
        } else if (expected === 'refused') {
          expect(outcome).toBe('refused');
          expect(told).toEqual([]);
        } else {
          expect(outcome).toBe('done');
          expect(told).toEqual(expected.event === undefined ? [] : [expected.event]);
          status = expected.to;
          if (call === 'authorize a dead token') isDead = true;
          if (call === 'authorize' || call === 'complete') isDead = false;
          if (call === 'unlink') isRunning = false;
        }
        const shown = await platform.connections.show(companyId, id);
        expect(shown.status).toBe(status);
        const active = shown.dataConnectionErrors.filter((error) => error.status === 'Active');
        expect(active).toHaveLength(status === 'Deauthorized' ? 1 : 0);
      }
    }),
    { numRuns: 100 },
  );
});

test('progress follows from start, seed, pace and time alone, and never goes back', () => {
  const start = fc.record({
    requestedAt: fc.integer({ min: 0, max: 4e12 }),
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    pace: fc.double({ min: 0.1, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(start, fc.array(fc.double({ min: -0.5, max: 2, noNaN: true })), (dataset, shares) => {
      const durationMs = endsAt(dataset) - dataset.requestedAt;
      expect(durationMs).toBeGreaterThan(0);
      let last = { progress: 0, stage: 0 };
      for (const share of [...shares].sort((a, b) => a - b)) {
        const now = dataset.requestedAt + Math.round(durationMs * share);
        const { status, progress } = stateAt(dataset, now);
        const stage = (datasetStages as readonly string[]).indexOf(status);
        expect(progress).toBeGreaterThanOrEqual(last.progress);
        expect(progress).toBeLessThan(100);
        expect(stage).toBeGreaterThanOrEqual(last.stage);
        expect(stateAt({ ...dataset }, now)).toEqual({ status, progress });
        last = { progress, stage };
      }
    }),
  );
});
