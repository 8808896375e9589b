import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { type ReportDocument, reportKinds } from '#contract/report.ts';
import { runbookStepLabels } from '#contract/runbook.ts';
import { causeLabels } from '#contract/token-causes.ts';
import { createReports } from '#desk/reports/index.ts';
import { kinds } from '#desk/reports/kinds/index.ts';
import { inLanguage } from '#desk/reports/language/in-language.ts';
import { english, translatorOf } from '#desk/reports/language/translate.ts';
import { every, folded } from '#test/desk/cases/every-action.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { documentWith } from './document-with.ts';
import { toldOf } from './told.ts';

const { phrases } = JSON.parse(
  readFileSync(join(packageRoot(), 'resources/report-words/de.json'), 'utf8'),
) as { phrases: Record<string, string> };
const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();

/** Reports of every kind: of an empty case, of one with every action, and of one with runs. */
const documents = async (): Promise<Pick<ReportDocument, 'title' | 'summary' | 'sections'>[]> => {
  const { 'case.opened': _, ...others } = every;
  const states = [folded(), folded(...Object.values(others))];
  const { cases, id, told } = await toldOf([]);
  await putRun(cases, id, { kind: 'rehearsal', companies: [companyNumber(0), unsent(1, {})] });
  const companies = [
    companyNumber(0),
    companyNumber(2, { state: 'failed', cause: 'rate-limit', step: 'import', message: 'm' }),
    unsent(1, { held: 'x' }),
    unsent(3, { state: 'invalid', cause: 'bad-credentials' }),
  ];
  await putRun(cases, id, { breaks: true, companies });
  return [
    ...states.flatMap((state) =>
      reportKinds.map((kind) => kinds[kind]({ state, entries: [], results: new Map() })),
    ),
    ...(await Promise.all(reportKinds.map(async (kind) => JSON.parse(await told(kind, 'json'))))),
  ];
};

/** What a report calls things: every word of it is Carryover's. */
const labelsOf = ({ sections }: Pick<ReportDocument, 'sections'>): string[] =>
  sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block): string[] => {
      if (block.block === 'facts')
        return block.facts.flatMap((one) => [one.name, ...Object.values(one.words ?? {})]);
      if (block.block === 'figures') return block.figures.map(({ name }) => name);
      if (block.block === 'chart')
        return [block.caption, block.unit, ...block.series.map(({ name }) => name)];
      if (block.block !== 'table') return [];
      const shown = block.columns.filter(({ dataOnly }) => dataOnly !== true);
      return [
        block.caption,
        block.none,
        ...shown.flatMap((one) => [one.title, ...Object.values(one.words ?? {})]),
      ];
    }),
  ]);

describe('in German', () => {
  it('every title, label, heading and state of every kind has its word', async () => {
    const missing = new Set<string>();
    for (const document of await documents()) {
      for (const label of labelsOf(document)) {
        const { say, note } = translatorOf('de');
        say(label);
        if (note()?.includes('stehen auf Englisch')) missing.add(label);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('causes of failures, steps and what they need have their sentences, in the tables too', async () => {
    const ours = [
      ...Object.values(causeLabels).flatMap(({ title, meaning, action }) => [title, meaning, action]),
      ...Object.values(runbookStepLabels).flatMap(({ title, doneWhen }) => [title, doneWhen]),
    ];
    for (const text of ours) {
      const { say, note } = translatorOf('de');
      expect([text, say(text) === text, note()?.includes('stehen auf Englisch')]).toEqual([
        text,
        false,
        false,
      ]);
    }
    const { cases, id, told } = await toldOf([]);
    const failed = companyNumber(2, { state: 'failed', cause: 'rate-limit', step: 'import', message: 'm' });
    await putRun(cases, id, { companies: [failed] });
    const german = inLanguage(JSON.parse(await told('tokens', 'json')), translatorOf('de'));
    const [causes] = german.sections.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.block === 'table' && one.id === 'causes' ? [one.rows] : [])),
    );
    expect(causes).toMatchObject([{ title: 'Ratenbegrenzung', passing: 'kann helfen', cause: 'rate-limit' }]);
  });

  it('each phrase has the places of the English one, and names no others', () => {
    for (const [english, german] of Object.entries(phrases)) {
      for (const place of placesOf(german))
        expect([english, placesOf(english)]).toEqual([english, expect.arrayContaining([place])]);
    }
  });

  it('sentences are put together from numbers, names and lists', () => {
    const { say, note } = translatorOf('de');
    expect(
      say('5 of 1,009 companies migrated; 3 failed, 2 invalid and 1 held. Causes: Rate limit (3).'),
    ).toBe(
      '5 von 1,009 Firmen umgestellt; 3 gescheitert, 2 ungültig und 1 zurückgehalten. Ursachen: Ratenbegrenzung (3).',
    );
    expect(say('Next: step 2, "Schedule the migration" (integrator and support).')).toBe(
      'Als Nächstes: Schritt 2, „Zeitfenster vereinbaren“ (Integrator und Support).',
    );
    expect(say('9 source rows = 5 migrated + 3 failed + 1 excluded + 0 held.')).toBe(
      '9 Zeilen der Quelle = 5 umgestellt + 3 gescheitert + 1 ausgeschlossen + 0 zurückgehalten.',
    );
    expect(say('Managed migration: $& Failed {n}')).toBe('Begleitete Umstellung: $& Failed {n}');
    expect(say('3,000 … 12')).toBe('3,000 … 12');
    expect(note()).not.toContain('stehen auf Englisch');
    expect(say('Nobody has said this. No runs.')).toBe('Nobody has said this. Keine Läufe.');
    expect(note()).toContain('Sätze ohne Übersetzung stehen auf Englisch.');
  });

  it('what people wrote and what is on record stays as it is', () => {
    const document = documentWith('Failed');
    const german = inLanguage(document, translatorOf('de'));
    const rowsOf = ({ sections }: ReportDocument) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((one) => (one.block === 'table' ? one.rows : [])));
    expect(rowsOf(german)).toEqual(rowsOf(document));
    expect([german.case, german.point]).toEqual([document.case, document.point]);
    expect(german.sections[0]?.title).toBe('Gescheitert');
    expect(inLanguage(document, english)).toEqual(document);
  });

  it('HTML, Markdown and PDF are German throughout their frame, reproducible, and say what is not', async () => {
    const { cases, id } = await toldOf([]);
    await putRun(cases, id, { companies: [companyNumber(0), unsent(1, { held: 'Not confirmed.' })] });
    const reports = createReports({ cases, signer: (await testDeskContext()).identity });
    const render = async (format: 'html' | 'md' | 'pdf' | 'json', language?: 'de') =>
      (await reports.render(id, { kind: 'tokens', format, language })).content;
    const html = String(await render('html', 'de'));
    expect(html).toContain('<html lang="de">');
    for (const word of [
      'Bericht von Carryover',
      'Beweiskette',
      'Alle Zeiten sind UTC.',
      '1 von 2 Firmen umgestellt',
    ]) {
      expect(html).toContain(word);
    }
    expect(html).not.toContain('All times are UTC');
    expect(String(await render('html', 'de'))).toBe(html);
    const markdown = String(await render('md', 'de'));
    expect(markdown).toMatch(/- Vorgang: [\s\S]*- Alle Zeiten sind UTC\.\n- Überschriften, Bezeichnungen/);
    expect(await render('json', 'de')).toEqual(await render('json'));

    const { pages, info, outline, attachments } = await readPdf((await render('pdf', 'de')) as Buffer);
    const text = pages.map((page) => page.text).join('\n');
    expect(info).toMatchObject({ Language: 'de', Title: 'Token-Umstellung: acme' });
    expect(outline).toContain('Unterschriften');
    for (const word of [
      `Seite 1 von ${pages.length}`,
      'Inhalt',
      'Unterschrift',
      'Erstellt von Carryover',
      'Überschriften, Bezeichnungen',
    ]) {
      expect(text).toContain(word);
    }
    expect(attachments.get('tokens.json')).toBe(String(await render('json')));
  });
});
