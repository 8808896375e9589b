import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { SoakObservation } from '#contract/cutover.ts';
import type { ReportDocument } from '#contract/report.ts';
import { translatorOf } from '#desk/reports/language/translate.ts';
import { toldOf } from './told.ts';

const at = '2026-03-02T10:00:00.000Z';
type Deliveries = SoakObservation['endpoints'][number]['deliveries'];

const started: CaseAction = {
  kind: 'cutover.soakStarted',
  content: { targetId: 'local', until: '2026-03-09T10:00:00.000Z', by: 'Sam' },
};
const observed = (...all: Deliveries[]): CaseAction => ({
  kind: 'cutover.soakObserved',
  content: {
    targetId: 'local',
    observation: {
      at,
      problems: [],
      endpoints: all.map((deliveries) => ({
        webhookId: randomUUID(),
        url: 'https://acme.example/hooks',
        disabled: false,
        ...(deliveries && { deliveries }),
      })),
    },
  },
});

const documentOf = async (actions: readonly CaseAction[], kind: 'cutover' | 'doctor' = 'cutover') => {
  const { told } = await toldOf(actions);
  return JSON.parse(await told(kind, 'json')) as ReportDocument;
};
const ladderIn = ({ sections }: ReportDocument) =>
  sections
    .filter(({ id }) => id === 'deliveries' || id === 'cutover-soak')
    .flatMap(({ blocks }) => blocks.filter(({ block }) => block === 'chart' || block === 'text'));

const first = { succeeded: 8, failed: 1, waiting: 0, byAttempt: [5, 2, 0, 0, 0, 0, 0, 1], resent: 0 };
const second = { succeeded: 4, failed: 0, waiting: 2, byAttempt: [3, 0, 0, 0, 0, 0, 0, 0], resent: 1 };

test('the last soak on record shows by which attempt deliveries of all endpoints succeeded, in both kinds', async () => {
  const actions = [started, observed(first), started, observed(first), observed(first, second)];
  for (const kind of ['cutover', 'doctor'] as const) {
    const document = await documentOf(actions, kind);
    const [chart] = ladderIn(document);
    if (chart?.block !== 'chart') throw new Error('There is no chart.');
    expect(chart.bars.map(({ name, values }) => [name, ...values])).toEqual([
      ['Attempt 1', 8, 0, 0],
      ['Attempt 2', 2, 0, 0],
      ...[3, 4, 5, 6, 7].map((n) => [`Attempt ${n}`, 0, 0, 0]),
      ['Attempt 8', 1, 0, 0],
      ['After a resend or replay', 1, 0, 0],
      ['Failed, no attempts left', 0, 1, 0],
      ['Waiting for an attempt', 0, 0, 2],
    ]);
    // Every word of it is known in German.
    const { say, note } = translatorOf('de');
    for (const word of [chart.caption, chart.unit, ...chart.bars.map(({ name }) => name)]) say(word);
    expect(note()).not.toContain('stehen auf Englisch');
  }
});

test.each([
  ['nobody has counted', [], []],
  ['nobody tells', [started, observed(undefined)], ['The target does not report how deliveries went.']],
  [
    'there was none',
    [started, observed({ succeeded: 0, failed: 0, waiting: 0 })],
    ['No deliveries on record in the soak.'],
  ],
  [
    'one endpoint was counted without attempts',
    [started, observed(first, { succeeded: 3, failed: 0, waiting: 0 })],
    ['The attempts that succeeded are not on record for this soak.'],
  ],
] as const)('where %s, no chart is drawn, and why is said', async (_, actions, said) => {
  const texts = ladderIn(await documentOf(actions)).map((block) => block.block === 'text' && block.text);
  expect(texts).toEqual(said);
  const ofDoctor = ladderIn(await documentOf(actions, 'doctor')).map(
    (block) => block.block === 'text' && block.text,
  );
  expect(ofDoctor).toEqual(said.length === 0 ? ['No soak has counted deliveries.'] : said);
});

test('an earlier point of the chain shows what was counted by then, in the same bytes', async () => {
  const { told } = await toldOf([started, observed(first), observed(second)]);
  const early = await told('cutover', 'html', 3);
  expect(early).toContain('by the attempt that succeeded');
  expect(await told('cutover', 'html', 3)).toBe(early);
  expect(await told('cutover', 'html')).not.toBe(early);
});
