import { expect, test } from 'vitest';
import { agreeWindow } from './agreed-window.ts';
import { carryOut, platform, startFixture } from './fixture.ts';

test('the acceptance of a failure ends with the migration of its company, and the chain names the company of a pilot', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration([
    { ref: 'a', behaviour: 'revoked' as const },
    { ref: 'b', behaviour: 'revoked' as const },
  ]);
  await agreeWindow(desk, caseId, -1, 2);
  await carryOut(desk, caseId, { keepSecrets: true });
  const companies = ['a', 'b'].map((ref, at) => ({
    ref,
    line: at + 1,
    platformKey: platform,
    seen: 'failed needs-reauthorization verify',
  }));
  await desk.cases.act(caseId, 'Ada', {
    kind: 'runbook.failuresAccepted',
    content: { companies, by: 'Ada', reason: 'They know' },
  });
  const accepted = async () => {
    const { runbook } = await desk.cases.state(caseId);
    return [...(runbook?.decisions.values() ?? [])].map(({ company }) => company.ref);
  };
  // One that fails again is the same as before.
  await carryOut(desk, caseId, { kind: 'retry', refs: ['b'], keepSecrets: true });
  expect(await accepted()).toEqual(['a', 'b']);

  await desk.addRows(caseId, await fixture.rowsOf([{ ref: 'a', id: rowIds[0] as number }]));
  const run = await carryOut(desk, caseId, { kind: 'retry', refs: ['a'], keepSecrets: true });
  expect(run).toMatchObject({ counts: { rows: 1, done: 1 } });
  expect(await accepted()).toEqual(['b']);

  const { tokenRuns } = await desk.cases.state(caseId);
  expect(tokenRuns.map(({ started }) => started.company)).toEqual([
    undefined,
    { ref: 'b', platformKey: platform },
    { ref: 'a', platformKey: platform },
  ]);
});
