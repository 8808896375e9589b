import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { timelineOf } from '#desk/reports/timeline-facts.ts';
import { companyNumber, putRun } from '#test/support/run-on-record.ts';
import { toldOf } from './told.ts';

test('the case report draws its runs, rehearsals, window and due steps, and lists the same beside', async () => {
  const windowId = randomUUID();
  const { cases, id, told } = await toldOf([
    {
      kind: 'runbook.opened',
      content: { platformKey: 'qhyg', platformName: 'QuickBooks Online', fields: [], companyFields: [] },
    },
    {
      kind: 'runbook.windowProposed',
      content: {
        id: windowId,
        start: '2027-01-10T20:00:00.000Z',
        end: '2027-01-10T23:00:00.000Z',
        zone: 'Europe/London',
      },
    },
    { kind: 'step.changed', content: { id: 'migrate-tokens', due: '2027-02-01T00:00:00.000Z' } },
  ]);
  await putRun(cases, id, { kind: 'rehearsal', companies: [companyNumber(0)] });
  await putRun(cases, id, {
    companies: [companyNumber(0), companyNumber(1, { state: 'failed', cause: 'bad-credentials' })],
    breaks: true,
  });
  const { facts } = timelineOf(await cases.state(id));
  expect(facts.map(({ from }) => from)).toEqual(facts.map(({ from }) => from).sort());
  const of = (lane: string) => facts.filter((fact) => fact.lane === lane);
  expect(of('runs')).toMatchObject([{ label: 'Run 2', tone: 'bad', detail: 'ended, 2 companies, 1 failed' }]);
  expect(of('runs')[0]?.breaks).toHaveLength(1);
  expect(of('rehearsals')[0]?.detail).toContain('real time; its companies count in virtual time');
  expect(of('window')).toMatchObject([{ detail: 'not agreed by both parties', tone: 'warn' }]);
  const html = await told('case', 'html');
  expect(html).toMatch(/<svg [^>]*role="img" aria-label="Timeline, System time, UTC">/);
  expect(html).toMatch(
    /<figcaption>System time, UTC · dotted line: as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d<\/figcaption>/,
  );
  expect(html).not.toMatch(/ style="/);
  for (const fact of facts) {
    expect(html.split('<svg')[1]).toContain(fact.detail);
    expect(await told('case', 'md')).toContain(fact.label);
  }
});
