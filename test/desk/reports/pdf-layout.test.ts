import { expect, test } from 'vitest';
import type { ReportBlock, ReportDocument, ReportTable } from '#contract/report.ts';
import { attachedTo } from '#desk/reports/formats/pdf/attached.ts';
import { layOut } from '#desk/reports/formats/pdf/layout.ts';
import { leadOf } from '#desk/reports/formats/pdf/lead.ts';
import { codePoints, cut, partedCodePoints, setTitle, setWords } from '#desk/reports/formats/pdf/words.ts';
import { documentWith } from './document-with.ts';

/** What the pages will have, without setting them. */

const table = (id: string, rows: ReportTable['rows'], more: Partial<ReportTable> = {}): ReportTable => ({
  block: 'table',
  id,
  caption: `Caption of ${id}`,
  none: 'None.',
  columns: Object.keys(rows[0] ?? {}).map((key) => ({ key, title: key, kind: 'text' })),
  rows,
  ...more,
});

const reportOf = (
  sections: readonly { readonly id?: string; readonly blocks: readonly ReportBlock[] }[],
  kind: ReportDocument['kind'] = 'managed',
): ReportDocument => ({
  ...documentWith('x'),
  kind,
  title: 'Of Acme',
  table: sections.flatMap(({ blocks }) => blocks).find((one) => one.block === 'table')?.id ?? '',
  sections: sections.map(({ id = 'some', blocks }) => ({
    id,
    level: 2,
    title: `Title of ${id}`,
    blocks: [...blocks],
  })),
});

const setOf = (document: ReportDocument, paper: 'a4' | 'letter' = 'a4') =>
  layOut(document, paper, attachedTo(document));

const signatures = table('signatures', [
  { party: 'integrator', name: 'Jo', at: '2026-03-02T09:00:00.000Z' },
  { party: 'integrator', name: 'Kim', at: '2026-03-02T09:30:00.000Z' },
  { party: 'support', state: 'not signed off' },
]);

test('the first page says what the report begins with, who, how rows add up, and what was not moved', () => {
  const opening: ReportBlock[] = [
    { block: 'figures', figures: [{ name: 'Companies', value: 9 }] },
    { block: 'note', tone: 'ok', text: 'All is well.' },
    { block: 'list', items: ['One.'] },
  ];
  const long = table('long', [{ a: 'x' }]);
  const causes = table('causes', [{ title: 'Revoked' }]);
  const exclusions = table('exclusions', [{ ref: 'C-6', by: 'Jo', count: 3 }]);
  const equation: ReportBlock = { block: 'note', tone: 'warn', text: '9 = 9' };
  const after: ReportBlock = { block: 'note', tone: 'ok', text: 'After the table.' };
  const runs = table('runs', [
    { kind: 'run', actor: 'Sam', started: '2026-03-01T08:00:00.000Z' },
    { kind: 'rehearsal', actor: 'Ada', started: '2026-03-02T08:00:00.000Z' },
  ]);
  const { blocks, said } = leadOf(
    reportOf([
      { blocks: [...opening, long, after] },
      { id: 'reconciliation', blocks: [{ block: 'text', text: 'Before.' }, equation] },
      { blocks: [exclusions, causes, runs, signatures] },
    ]),
  );
  expect(blocks).toEqual([
    ...opening,
    {
      block: 'facts',
      facts: [
        { name: 'Run by', value: 'Sam, 2026-03-01 08:00:00', kind: 'text' },
        { name: 'Signed off by', value: 'Jo, 2026-03-02 09:00:00', kind: 'text' },
        { name: 'Signed off by', value: 'Kim, 2026-03-02 09:30:00', kind: 'text' },
      ],
    },
    equation,
    causes,
    exclusions,
  ]);
  expect([...said]).toEqual(opening);
});

test('the first page has the beginning of a long table and of long cells, and says that there is more', () => {
  const rows = Array.from({ length: 8 }, (_, at) => ({ title: `${at}`.repeat(161), count: at }));
  const { blocks } = leadOf(reportOf([{ blocks: [table('causes', rows)] }]));
  const [first, rest] = blocks;
  expect(first?.block === 'table' && first.rows).toEqual(
    rows.slice(0, 7).map(({ count }) => ({ title: `${`${count}`.repeat(159)}…`, count })),
  );
  expect(rest).toEqual({
    block: 'text',
    text: 'First 7 of 8 rows. The table is repeated in full on a later page.',
  });
  expect(leadOf(reportOf([{ blocks: [table('causes', rows.slice(1))] }])).blocks).toHaveLength(1);
});

test('nothing is led with where nothing is on record', () => {
  expect(leadOf(reportOf([])).blocks).toEqual([]);
  const empty = reportOf([{ blocks: [table('causes', []), table('runs', []), table('signatures', [])] }]);
  expect(leadOf(empty).blocks).toEqual([]);
});

test('what the first page says is not said again, and a section that is left without a block is left out', () => {
  const opening: ReportBlock = { block: 'note', tone: 'ok', text: 'Said once.' };
  const { lead, leaves } = setOf(reportOf([{ blocks: [opening] }, { id: 'next', blocks: [signatures] }]));
  expect(lead.at(0)).toMatchObject({ block: 'note', text: 'Said once.' });
  expect(leaves).toMatchObject([{ wide: false, sections: [{ title: 'Title of next' }] }]);
  const none = setOf(
    reportOf([{ blocks: [opening] }, { blocks: [table('x', [{ a: 'b' }], { wide: true })] }]),
  ).leaves;
  expect(none.map(({ wide }) => wide)).toEqual([true]);
});

test('wide chapters lie across, and those that lie the same way are together', () => {
  const row = [{ a: 'x' }];
  const { leaves } = setOf(
    reportOf([
      { blocks: [table('one', row)] },
      { blocks: [table('two', row)] },
      { blocks: [table('three', row, { wide: true })] },
      { blocks: [table('four', row)] },
    ]),
  );
  expect(leaves.map(({ wide, sections }) => [wide, sections.length])).toEqual([
    [false, 2],
    [true, 1],
    [false, 1],
  ]);
});

test('both parties sign a migration, with what the chain has of them, and no other report', () => {
  const managed = reportOf([{ blocks: [signatures] }]);
  const { signOff, date, paper, closing, running } = setOf(managed, 'letter');
  expect(signOff).toMatchObject({
    parties: [
      {
        party: 'Integrator',
        of: 'x',
        name: 'Kim',
        signed: [
          'Signed off by Jo on 2026-03-02 09:00:00 UTC, in the audit chain',
          'Signed off by Kim on 2026-03-02 09:30:00 UTC, in the audit chain',
        ],
      },
      { party: 'Support', of: '', name: '', signed: [] },
    ],
    digests: [{ name: 'Audit chain digest' }, { name: 'SHA-256 of managed.json' }],
  });
  expect(setOf({ ...managed, kind: 'tokens' }).signOff).not.toBeNull();
  for (const kind of ['case', 'eligibility', 'cutover', 'doctor'] as const) {
    expect(setOf({ ...managed, kind }).signOff).toBeNull();
  }
  expect([paper, date]).toEqual([
    'us-letter',
    { year: 2026, month: 3, day: 2, hour: 10, minute: 0, second: 0 },
  ]);
  expect(closing.command).toContain('carryover verify 7c9e6679-7425-40de-944b-e07fc1f90ae7 --expect ab');
  expect(running).toEqual({ case: 'x', point: `Audit chain entry 3 · ${'ab'.repeat(8)}…` });
});

test('a table of more than 300 rows is set to its 50th, and says which file has all', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ a: `r${at}` }));
  const tables = (of: number, id: string) => {
    const { leaves } = setOf({
      ...reportOf([{ blocks: [table(id, rows(of))] }, { blocks: [table('main', rows(1))] }]),
      table: 'main',
    });
    const [block] = leaves[0]?.sections[0]?.blocks ?? [];
    return block?.block === 'table' ? { rows: block.rows.length, rest: block.rest } : undefined;
  };
  expect(tables(300, 'main')).toEqual({ rows: 300, rest: undefined });
  expect(tables(301, 'main')).toEqual({
    rows: 50,
    rest: 'First 50 of 301 rows. All rows: managed.csv, attached to this PDF.',
  });
  expect(tables(301, 'other')?.rest).toContain('managed.json');
});

test('a table has the heads of its columns, values below others, digits to the right, and tones', () => {
  const { leaves } = setOf(
    reportOf([
      {
        blocks: [
          { block: 'quote', text: 'So it is.', by: 'Jo' },
          table('things', [{ name: 'Acme', more: 'of York', count: 1200, state: 'done', id: 'ab' }], {
            columns: [
              { key: 'name', title: 'Name', kind: 'text' },
              { key: 'more', title: 'More', kind: 'text', below: 'name' },
              { key: 'count', title: 'Count', kind: 'integer' },
              {
                key: 'state',
                title: 'State',
                kind: 'state',
                words: { done: 'all done' },
                tones: { done: 'ok' },
              },
              { key: 'id', title: 'Id', kind: 'id' },
              { key: 'hidden', title: 'Hidden', kind: 'text', dataOnly: true },
            ],
          }),
        ],
      },
    ]),
  );
  expect(leaves[0]?.sections[0]?.blocks).toEqual([
    { block: 'quote', text: 'So it is.', by: 'Jo' },
    {
      block: 'table',
      caption: 'Caption of things',
      none: 'None.',
      columns: [
        { title: 'Name', under: ['More'], number: false },
        { title: 'Count', under: [], number: true },
        { title: 'State', under: [], number: false },
        { title: 'Id', under: [], number: false },
      ],
      rows: [
        [
          [
            { text: 'Acme', kind: 'text', under: false },
            { text: 'of York', kind: 'text', under: true },
          ],
          [{ text: '1,200', kind: 'text', under: false }],
          [{ text: 'all done', kind: 'text', under: false, tone: 'ok' }],
          [{ text: 'ab', kind: 'id', under: false }],
        ],
      ],
    },
  ]);
});

test('a chart without a picture is said in words', () => {
  const { leaves } = setOf(
    reportOf([
      {
        blocks: [
          table('x', [{ a: 'b' }]),
          {
            block: 'chart',
            id: 'runs',
            caption: 'Progress',
            unit: 'companies',
            series: [{ name: 'done' }, { name: 'failed' }],
            bars: [
              { name: 'Run 1', values: [1200, 3] },
              { name: 'Run 2', values: [5] },
            ],
          },
        ],
      },
    ]),
  );
  expect(leaves[0]?.sections[0]?.blocks.at(-1)).toEqual({
    block: 'text',
    text: 'Progress, companies. Run 1, 1,200 done, 3 failed; Run 2, 5 done, 0 failed.',
  });
});

test('long words may be parted, what hides is shown, and what has no meaning is a code point', () => {
  const parts = (text: string): string[] => setWords(text).split('\u200b');
  expect(parts('a word of twenty: abcdefghijklmnopqrst')).toHaveLength(1);
  expect(parts('abcdefghijklmnopqrstu')).toEqual(['abcdef', 'ghijkl', 'mnopqr', 'stu']);
  expect(parts('https://acme.example/hooks')).toEqual(['https://', 'acme.', 'exampl', 'e/', 'hooks']);
  expect(parts('='.repeat(25))).toHaveLength(1);
  expect(setWords('a\u202eb')).toBe('a‹U+202E›b');
  expect(setWords('a\ue000b')).toBe('a‹U+E000›b');
  expect(setTitle('one \n two')).toBe('one two');
  expect(codePoints('é😀')).toBe('‹U+00E9›‹U+1F600›');
  expect(partedCodePoints('ab')).toBe('‹U+0061›\u200b‹U+0062›\u200b');
  expect([cut('abc', 3), cut('abcd', 3), cut('😀😀😀', 3)]).toEqual(['abc', 'ab…', '😀😀😀']);
});
