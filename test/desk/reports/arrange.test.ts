import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportDocument } from '#contract/report.ts';
import { reportFormats, reportKinds } from '#contract/report.ts';
import { keptSections } from '#contract/report-kinds.ts';
import { createCases } from '#desk/cases/index.ts';
import { checkedZone, inZone, leaveOut } from '#desk/reports/arrange.ts';
import { chapters } from '#desk/reports/formats/chapters.ts';
import { createReports } from '#desk/reports/index.ts';
import { every } from '#test/desk/cases/every-action.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { runs } from '#test/support/runs.ts';

const setUp = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme', parts: ['webhooks', 'tokens'] }, 'Ada');
  await putRun(cases, id, { companies: [companyNumber(0), unsent(1, { held: 'Not confirmed.' })] });
  await cases.act(id, 'Ada', every['note.added']);
  const reports = createReports({ cases, signer: context.identity });
  const render = async (request: Parameters<typeof reports.render>[1]) =>
    (await reports.render(id, request)).content.toString();
  return { id, reports, render };
};

const parse = (text: string): ReportDocument => JSON.parse(text);

test('any sections but all can be left out of any report: they are gone from every format, which says so', async () => {
  const { render } = await setUp();
  const full = new Map(
    await Promise.all(
      reportKinds.map(async (kind) => [kind, parse(await render({ kind, format: 'json' }))] as const),
    ),
  );
  const whichOf = fc
    .constantFrom(...reportKinds.filter((one) => (full.get(one)?.sections.length ?? 0) > 1))
    .chain((kind) => {
      const ids = chapters(full.get(kind)?.sections ?? []).map(([first]) => first?.id ?? '');
      const free = ids.filter((id) => !keptSections.has(id));
      return fc.record({
        kind: fc.constant(kind),
        without: fc.subarray(free, { minLength: 1, maxLength: Math.min(free.length, ids.length - 1) }),
      });
    });
  await fc.assert(
    fc.asyncProperty(whichOf, async ({ kind, without }) => {
      const whole = full.get(kind) as ReportDocument;
      const cut = parse(await render({ kind, format: 'json', without }));
      const kept = chapters(whole.sections).filter(([first]) => !without.includes(first?.id ?? ''));
      expect({ ...cut, leftOut: undefined }).toEqual({ ...whole, sections: kept.flat(), leftOut: undefined });
      expect(cut.leftOut?.map(({ id }) => id).sort()).toEqual([...without].sort());
      for (const format of ['html', 'md'] as const) {
        const text = await render({ kind, format, without });
        expect(text).toContain('Left out of this report');
        for (const { id, title } of cut.leftOut ?? []) {
          expect(text).toContain(title);
          expect(text).not.toContain(format === 'html' ? `id="${id}"` : `## ${title}\n`);
        }
        expect(await render({ kind, format, without })).toBe(text);
        expect(text).not.toBe(await render({ kind, format }));
      }
    }),
    { numRuns: runs(12) },
  );
});

test('a section that there is not is refused with those that there are, and so is a report of none, or a CSV of nothing', async () => {
  const { render } = await setUp();
  await expect(render({ kind: 'tokens', format: 'html', without: ['runs', 'x'] })).rejects.toThrow(
    /no section x\. It has these: summary, reconciliation, .*companies/,
  );
  const { sections } = parse(await render({ kind: 'case', format: 'json' }));
  const all = sections.filter(({ level }) => level === 2).map(({ id }) => id);
  await expect(render({ kind: 'case', format: 'html', without: all })).rejects.toThrow('no section left');
  await expect(render({ kind: 'doctor', format: 'html', without: ['summary'] })).rejects.toThrow(
    "summary can't be left out: a report always has its summary",
  );
  await expect(render({ kind: 'tokens', format: 'csv', without: ['companies'] })).rejects.toThrow(
    'CSV writes the main table',
  );
  expect(await render({ kind: 'tokens', format: 'csv', without: ['runs'] })).toBe(
    await render({ kind: 'tokens', format: 'csv' }),
  );
});

test('what is left out of a PDF is in no page, outline or attachment, and the first page says so', async () => {
  const { reports, id } = await setUp();
  const pdf = async (without?: string[], zone?: string) =>
    (await reports.render(id, { kind: 'tokens', format: 'pdf', without, zone })).content as Buffer;
  const without = ['companies', 'reconciliation'];
  const content = await pdf(without);
  const { pages, outline, attachments } = await readPdf(content);
  expect(pages[0]?.text).toContain('Left out of this report: Reconciliation, All companies.');
  expect(pages[0]?.text).not.toContain('source rows');
  expect(outline).not.toContain('All companies');
  expect([...attachments.keys()]).toEqual(['tokens.json']);
  expect(String(attachments.get('tokens.json'))).not.toContain('Source rows by import');
  expect(pages.at(-1)?.text).toContain('tokens.json is attached.');
  expect((await pdf(without)).equals(content)).toBe(true);

  const berlin = await readPdf(await pdf(undefined, 'Europe/Berlin'));
  const text = berlin.pages.map((page) => page.text).join('\n');
  expect(text).toContain('Times with an offset are local times of Europe/Berlin; all others are UTC.');
  expect(text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0[12]:00/);
  // Programs get UTC.
  expect(String(berlin.attachments.get('tokens.json'))).not.toContain('Europe/Berlin');
});

test('every time of a table or fact is shown in the zone asked for, and is the same instant', async () => {
  const { render } = await setUp();
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
  const instants = (document: ReportDocument): number[] =>
    document.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (block.block === 'facts')
          return block.facts
            .filter(({ kind }) => kind === 'instant')
            .map(({ value }) => Date.parse(String(value)));
        if (block.block !== 'table') return [];
        const keys = block.columns.filter(({ kind }) => kind === 'instant').map(({ key }) => key);
        return block.rows
          .flatMap((row) => keys.flatMap((key) => row[key] ?? []))
          .map((one) => Date.parse(String(one)));
      }),
    );
  for (const kind of reportKinds) {
    const document = parse(await render({ kind, format: 'json' }));
    for (const zone of zones) {
      const local = inZone(document, checkedZone(zone));
      // Seconds are what is shown.
      expect(instants(local)).toEqual(instants(document).map((ms) => Math.floor(ms / 1000) * 1000));
      expect(local.zone).toBe(zone);
    }
  }
  expect([checkedZone('UTC'), checkedZone(undefined)]).toEqual([undefined, undefined]);
  const html = await render({ kind: 'case', format: 'html', zone: 'Asia/Kolkata' });
  expect(html).toMatch(/<time datetime="[^"]+\+05:30">\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+05:30<\/time>/);
  for (const format of reportFormats) {
    await expect(render({ kind: 'case', format, zone: 'Mars/Phobos' })).rejects.toThrow('IANA time zone');
  }
});

test('leaving nothing out is the document as it is', async () => {
  const document = parse(await (await setUp()).render({ kind: 'case', format: 'json' }));
  expect(leaveOut(document)).toBe(document);
  expect(leaveOut(document, [])).toBe(document);
});
