import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { ReportDocument } from '#contract/report.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { jobOf } from '#desk/reports/formats/pdf/index.ts';
import { typesetPdfs } from '#desk/reports/formats/pdf/typeset-pdf.ts';
import { typeset } from '#desk/reports/formats/pdf/typesetter/typeset.ts';
import { clearPdf, readPdf } from '#test/support/read-pdf.ts';
import { runScript, runScriptWith } from '#test/support/run-script.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { documentWith } from './document-with.ts';

/** Words by which every script that there are fonts for is found again, one line each. */
const scripts = 'Bäckerei Ωmega Жук\nשלום עולם\nشركة\n株式会社\n한국어';

const oneOf = (document: ReportDocument) => [jobOf(document, 'a4')];
const set = async (document: ReportDocument): Promise<Buffer> =>
  Buffer.from((await typeset(oneOf(document)))[0] as Uint8Array);

const wholeText = (pages: readonly { readonly text: string }[]): string =>
  pages.map(({ text }) => text).join('\n');

test('a PDF is PDF/A-3a: tagged, with title, language, outline and date, and the CSV and JSON attached', async () => {
  const document = documentWith(scripts);
  const content = await formats.pdf.write(document);
  const clear = await clearPdf(content);
  const { pages, info, xmp, mark, outline, attachments } = await readPdf(content);

  expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A<\/pdfaid:conformance>/);
  expect(mark?.get('Marked')).toBe(true);
  expect(clear).toMatch(/\/StructTreeRoot \d+ 0 R/);
  const spoken = scripts.replaceAll('\n', ' ');
  expect(info).toMatchObject({
    Language: 'en-GB',
    Title: spoken,
    CreationDate: 'D:20260302100000Z',
    ModDate: 'D:20260302100000Z',
  });
  expect(outline).toEqual([spoken, spoken, spoken, 'Sign-off']);

  // Each file is what the format itself writes, and says how it belongs to the pages.
  expect([...attachments.keys()].sort()).toEqual(['tokens.csv', 'tokens.json']);
  for (const [name, format] of [
    ['tokens.csv', formats.csv],
    ['tokens.json', formats.json],
  ] as const) {
    expect(attachments.get(name)).toBe(format.write(document));
  }
  expect(clear.match(/\/AFRelationship \/\w+/g)?.sort()).toEqual([
    '/AFRelationship /Data',
    '/AFRelationship /Source',
  ]);
  expect(clear).toContain('/Subtype /text#2fcsv');
  expect(clear).toContain('/Subtype /application#2fjson');

  // Selectable text in every script, and what holds it together for those who don't see it.
  const text = wholeText(pages);
  for (const word of ['Bäckerei Ωmega Жук', 'שלום', 'עולם', 'شركة', '株式会社', '한국어']) {
    expect(text.normalize('NFKC'), word).toContain(word);
  }
  pages.forEach(({ text: words, lang, size }, at) => {
    expect([lang, size]).toEqual(['en-GB', '595 x 842']);
    expect(words).toContain(`Page ${at + 1} of ${pages.length}`);
    expect(words).toContain(`Audit chain entry 3 · ${'ab'.repeat(8)}…`);
  });
  const tags = pages.flatMap(({ tags: some }) => some);
  for (const tag of ['H1', 'H2', 'H3', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD'])
    expect(tags).toContain(tag);
  expect(tags.find((tag) => tag.startsWith('Figure: '))).toContain('Timeline');

  // Only fonts that are shipped.
  const fonts = new Set(clear.match(/\/FontName \/[A-Z]{6}\+\w+/g)?.map((name) => name.slice(18)));
  expect([...fonts].filter((name) => !/^Noto(Sans|Naskh)/.test(name))).toEqual([]);
});

test('the same document gives the same bytes, whatever the machine has: fonts of the same names, locale, zone', async () => {
  const document = documentWith(scripts);
  const here = await formats.pdf.write(document);
  const home = temporaryFolder();
  const fonts = join(home, '.local', 'share', 'fonts');
  await mkdir(fonts, { recursive: true });
  for (const name of [
    'latin/fonts/NotoSans-Regular.ttf',
    'latin/fonts/NotoSans-Bold.ttf',
    'hebrew/fonts/NotoSansHebrew-Regular.ttf',
  ]) {
    const font = readFileSync(join(packageRoot(), 'node_modules/@embedpdf', `fonts-${name}`));
    writeFileSync(join(fonts, name.replaceAll('/', '-')), atHalfSize(font));
  }
  const [job, out] = [join(home, 'job.json'), join(home, 'out.pdf')];
  writeFileSync(job, JSON.stringify(oneOf(document)));
  await runScriptWith(
    { HOME: home, LANG: 'ar_SA.UTF-8', TZ: 'Pacific/Kiritimati' },
    `const { readFileSync, writeFileSync } = await import('node:fs');
    const { typeset } = await import('#desk/reports/formats/pdf/typesetter/typeset.ts');
    const [job, out] = process.argv.slice(1);
    writeFileSync(out, (await typeset(JSON.parse(readFileSync(job, 'utf8'))))[0]);`,
    job,
    out,
  );
  expect(readFileSync(out).equals(here)).toBe(true);
  // Nothing that an earlier one left in the process counts.
  expect((await set(document)).equals(here)).toBe(true);
  const other = documentWith('Bakery 😀');
  const several = await typeset([other, document, other].map((one) => jobOf(one, 'a4')));
  expect(Buffer.from(several[1] as Uint8Array).equals(here)).toBe(true);
  expect(several[2]).toEqual(several[0]);
});

/** The same font, with letters of half the size: the number of units to an em is doubled. */
const atHalfSize = (font: Buffer): Buffer => {
  const changed = Buffer.from(font);
  const tables = changed.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * tables; at += 16) {
    if (changed.toString('latin1', at, at + 4) !== 'head') continue;
    const unitsPerEm = changed.readUInt32BE(at + 8) + 18;
    changed.writeUInt16BE(changed.readUInt16BE(unitsPerEm) * 2, unitsPerEm);
  }
  return changed;
};

test('what no font has is set as its code point, and the report says so; the attached files keep it', async () => {
  const name = 'Bakery 😀 \ue000 a\u0378b 👩\u200d👧 \\u{41} "x" ` \u202eexe';
  const document = documentWith(name);
  const { pages, attachments } = await readPdf(await formats.pdf.write(document));
  const text = wholeText(pages).replaceAll('\n', '');
  expect(text).toContain('Bakery ‹U+1F600› ‹U+E000› a‹U+0378›b ‹U+1F469›‹U+200D›‹U+1F467› \\u{41} "x" `');
  expect(text).toContain('‹U+202E›exe');
  expect(text).not.toMatch(/[😀\ue000\u0378\u202e]/u);
  expect(text).toContain(
    'Characters without a glyph in the fonts of this PDF are printed as code points: ‹U+0378›',
  );
  expect(JSON.parse(attachments.get('tokens.json') ?? '')).toEqual(document);

  const plain = await readPdf(await set(documentWith('Bakery')));
  expect(wholeText(plain.pages)).not.toContain('without a glyph');
});

test('markup in any field is text', async () => {
  const markup = [
    '#panic("x") #import "a.typ" #{1+1} #[',
    '*bold* _italic_ `raw` ``` = Heading\n== Heading\n- item\n+ item\n/ term: x',
    "$ x^2 $ <label> @ref https://evil.example/ \\ ~ -- --- ... 'q' // c /* c */ ]) } \" \\u{41}",
  ].join(' ');
  const [plain, marked] = await Promise.all(
    [documentWith('x\nx\nx\nx\nx'), documentWith(markup)].map(async (document) =>
      readPdf(await set(document)),
    ),
  );
  const text = wholeText(marked?.pages ?? []).replaceAll(/\s+/g, ' ');
  for (const part of [
    '#panic("x") #import "a.typ" #{1+1} #[',
    '*bold* _italic_ `raw` ```',
    '$ x^2 $ <label> @ref',
    "\\ ~ -- --- ... 'q'",
  ]) {
    expect(text, part).toContain(part);
  }
  const shape = (pdf: typeof plain) =>
    ['H1', 'H2', 'H3', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Link', 'Formula', 'Code'].map(
      (tag) => pdf?.pages.flatMap(({ tags }) => tags).filter((one) => one === tag).length,
    );
  expect(shape(marked)).toEqual(shape(plain));
});

test('a long table is set in part, and says where the rest is; a wide one lies across; Letter is Letter', async () => {
  const document = documentWith('x');
  const [, section] = document.sections;
  const table = section?.blocks[0];
  if (table?.block !== 'table') throw new Error('The document has no table.');
  const row = table.rows[0] ?? {};
  table.rows = Array.from({ length: 1000 }, (_, at) => ({ ...row, name: `row-${at + 1}.` }));
  table.wide = true;
  const content = await formats.pdf.write(document, { paper: 'letter' });
  const { pages, attachments } = await readPdf(content);
  const text = wholeText(pages);
  expect(text).toContain('row-50.');
  expect(text).not.toContain('row-51.');
  expect(text).toContain('First 50 of 1,000 rows. All rows: tokens.csv, attached to this PDF.');
  expect(attachments.get('tokens.csv')).toContain('row-1000.');
  expect(new Set(pages.map(({ size }) => size))).toEqual(new Set(['612 x 792', '792 x 612']));
  // Its head is repeated.
  const across = pages.filter(({ size }) => size === '792 x 612');
  expect(across.length).toBeGreaterThan(1);
  for (const { tags } of across) expect(tags).toContain('TH');
});

test('a PDF that takes too long, needs too much memory, or fails says so, and what to do', async () => {
  const [job] = oneOf(documentWith(scripts));
  if (job === undefined) throw new Error('There is no job.');
  const within = { timeMs: 60_000, memoryMb: 800 };
  await expect(typesetPdfs([job], { within: { ...within, timeMs: 1 } })).rejects.toMatchObject({
    code: 'report.pdfTooLong',
    message: expect.stringContaining('Export the report as HTML'),
  });
  await expect(typesetPdfs([job], { within: { ...within, memoryMb: 40 } })).rejects.toMatchObject({
    code: 'report.pdfTooMuchMemory',
  });
  const broken = { ...job, document: { ...job.document, paper: 'papyrus' as 'a4' } };
  await expect(typesetPdfs([broken])).rejects.toMatchObject({
    code: 'report.pdfFailed',
    message:
      'PDF not created: the pages could not be set. Nothing was written. Export the report as HTML, which prints too.',
  });

  // One is set, eight wait, and one more is refused at once.
  const many = Array.from({ length: 10 }, () => typesetPdfs([job], { within: { ...within, timeMs: 1 } }));
  await expect(many.at(-1)).rejects.toMatchObject({ code: 'report.pdfBusy' });
  const ends = await Promise.allSettled(many.slice(0, 9));
  expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual(
    Array(9).fill('report.pdfTooLong'),
  );
});

test('what nobody waits for any more is not made: it leaves the queue, and its process ends', async () => {
  const [job] = oneOf(documentWith('x'));
  if (job === undefined) throw new Error('There is no job.');
  const asked = Array.from({ length: 9 }, () => new AbortController());
  const made = asked.map(({ signal }) =>
    typesetPdfs([job], { signal }).then(
      () => 'made',
      (error: Error) => error.name,
    ),
  );
  // One is made and eight wait: there is no room for more.
  await expect(typesetPdfs([job])).rejects.toMatchObject({ code: 'report.pdfBusy' });
  for (const one of asked) one.abort();
  expect(new Set(await Promise.all(made))).toEqual(new Set(['AbortError']));
  expect((await typesetPdfs([job])).files).toHaveLength(1);
});

test('without a part of Typst for this machine, the error says so by platform, and quotes no file', async () => {
  const said = await runScript(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (!/typst-ts-node-compiler[.-]/.test(specifier)) return next(specifier, context);
        throw Object.assign(new Error('Cannot find /planted/path'), { code: 'MODULE_NOT_FOUND' });
      },
    });
    const { typeset } = await import('#desk/reports/formats/pdf/typesetter/typeset.ts');
    await typeset([]).catch((error) => console.log(error.constructor.name, error.message));
  `);
  expect(said).toMatch(
    new RegExp(
      `^TypesetError Typst has no part for ${process.platform} ${process.arch} here \\([\\w ]+\\)\n$`,
    ),
  );
});
