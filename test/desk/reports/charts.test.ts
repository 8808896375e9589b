import { expect, test } from 'vitest';
import type { ReportChart, ReportDocument } from '#contract/report.ts';
import { createCases } from '#desk/cases/index.ts';
import { chartsOf } from '#desk/reports/charts/index.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { createReports } from '#desk/reports/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { documentWith } from './document-with.ts';

const bars: ReportChart = {
  block: 'chart',
  id: 'failures-by-cause',
  caption: 'Failures by cause',
  unit: 'companies',
  series: [{ name: 'Failed or invalid', tone: 'bad' }],
  bars: [
    { name: 'Bad credentials', values: [1200] },
    { name: 'A <b>"cause"</b> & more', values: [7] },
  ],
};
const progress: ReportChart = {
  ...bars,
  id: 'progress',
  series: [{ name: 'Done', tone: 'ok' }, { name: 'Failed', tone: 'bad' }, { name: 'Not finished' }],
  bars: [{ name: 'Run 1', values: [5, 2, 0] }],
};
const withCharts = (...charts: readonly ReportChart[]): ReportDocument => {
  const { sections, ...document } = documentWith('x');
  return {
    ...document,
    sections: sections.map((one, at) => (at === 0 ? { ...one, blocks: [...charts] } : one)),
  };
};

test('charts are drawn, without styles that a page refuses, and have the same bytes whatever was drawn before', async () => {
  const charts = await chartsOf(withCharts(bars, progress), 'html');
  const again = await chartsOf(withCharts(progress, bars), 'html');
  expect([...charts].sort()).toEqual([...again].sort());
  const html = formats.html.write(withCharts(bars, progress), { charts });
  expect(html).toContain('aria-label="Failures by cause"');
  expect(html).not.toMatch(/ (style|class|on\w+)="[^"]*font|<script|<b>|zr\d/);
  // A bar of one part has its number beside it; parts of a bar have no room for theirs.
  for (const number of ['1,200', '7']) expect(charts.get('failures-by-cause')).toContain(`>${number}<`);
  const svg = charts.get('progress') ?? '';
  expect(svg).not.toContain('>7<');
  expect(svg).not.toMatch(/ (style|class|id)=/);
  for (const words of ['Done', 'Failed', 'Not finished', 'Run 1', 'companies'])
    expect(svg).toContain(`>${words}<`);
  for (const colour of ['#2b9459', '#d6453a', '#858ea1']) expect(svg).toContain(colour);
  // Formats without pictures load nothing.
  expect((await chartsOf(withCharts(bars), 'csv')).size).toBe(0);
});

test('who does not see a chart reads its values: in HTML, Markdown and PDF, and without its picture', async () => {
  const document = withCharts(bars);
  const charts = await chartsOf(document, 'pdf');
  for (const written of [
    formats.html.write(document, { charts }),
    formats.html.write(document),
    formats.md.write(document),
  ]) {
    expect(written.replaceAll(/<[^>]+>/g, '|')).toMatch(/Bad credentials[|\s]*1,200/);
  }
  expect(JSON.parse(formats.json.write(document)).sections[0].blocks[0]).toEqual(bars);
  for (const pdf of [await formats.pdf.write(document, { charts }), await formats.pdf.write(document)]) {
    const { pages } = await readPdf(pdf);
    const told = pages.map(({ text, tags }) => [text, ...tags].join('\n')).join('\n');
    expect(told.replaceAll(/\s+/g, ' ')).toContain(
      'Failures by cause, companies. Bad credentials, 1,200 Failed or invalid; A <b>"cause"</b> & more, 7 Failed or invalid.',
    );
  }
});

test('a token migration shows its failures by cause and how far each run came; one without runs shows neither', async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const reports = createReports({ cases, signer: context.identity });
  const { id } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const chartsIn = async () => {
    const { content } = await reports.render(id, { kind: 'tokens', format: 'json' });
    const { sections } = JSON.parse(content.toString()) as ReportDocument;
    return sections.flatMap(({ blocks }) => blocks.filter(({ block }) => block === 'chart'));
  };
  expect(await chartsIn()).toEqual([]);
  await putRun(cases, id, { kind: 'rehearsal', companies: [companyNumber(0)] });
  await putRun(cases, id, {
    companies: [
      companyNumber(0),
      companyNumber(1, { state: 'failed', cause: 'needs-reauthorization' }),
      companyNumber(2, { state: 'failed', cause: 'needs-reauthorization' }),
      unsent(3, { state: 'invalid', cause: 'bad-credentials' }),
    ],
  });
  expect(await chartsIn()).toMatchObject([
    {
      id: 'failures-by-cause',
      bars: [
        { name: 'Needs reauthorization', values: [2] },
        { name: 'Bad credentials', values: [1] },
      ],
    },
    { id: 'progress', bars: [{ name: expect.stringContaining('run 2 (run)'), values: [1, 2, 0] }] },
  ]);
  const { content } = await reports.render(id, { kind: 'tokens', format: 'html' });
  expect(content.toString().match(/<figure class="chart">/g)).toHaveLength(2);
});
