import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { malformedDetail } from '#contract/detail-rules.ts';
import { FieldError } from '#contract/field-error.ts';
import { languageNames, languages } from '#contract/languages.ts';
import { windowTimes } from '#contract/window-rules.ts';
import { translated } from '#desk/exchange/form-texts.ts';
import { formOf } from '#desk/tokens/managed/form.ts';
import { createLanguage } from '#renderer/form/language.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { exampleForm, formTexts } from '#test/support/exchange-form.ts';

const folder = join(packageRoot(), 'renderer', 'form');
const sources = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
  ...['zones', 'window-rules'].map((name) => join(packageRoot(), 'electron', 'contract', `${name}.ts`)),
].map((path) => ({
  path,
  code: readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\*\*.*|\*.*|\/\/.*)$/gm, ''),
}));
const literals = sources.flatMap(({ path, code }) =>
  [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, template]) => ({
    path,
    text: plain ?? template ?? '',
  })),
);
const english = formTexts('en');
const inEnglish = createLanguage('en', english.texts);

test('each language has a file, with every text, and each of them names the same', () => {
  expect(readdirSync(join(packageRoot(), 'resources', 'form')).toSorted()).toEqual(
    languages.map((language) => `${language}.json`).toSorted(),
  );
  const namedIn = (text = '') => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const language of languages) {
    const { texts, catalogue: fields } = formTexts(language);
    expect([language, Object.keys(texts)]).toEqual([language, Object.keys(english.texts)]);
    for (const [key, text] of Object.entries(texts)) {
      expect([language, key, text.trim()]).toEqual([language, key, expect.stringMatching(/./)]);
      // A date, or a time that a picker gives, may be named otherwise; nothing that a person has to know is left out.
      expect([language, key, namedIn(text)]).toEqual([language, key, namedIn(english.texts[key])]);
    }
    for (const [text, said] of Object.entries(fields)) {
      expect([text, namedIn(said)]).toEqual([text, namedIn(text)]);
    }
    expect(languageNames[language]).not.toBe('');
  }
});

test('every text is used, every text that is used is there, and none is left in the code', () => {
  const keys = new Set(Object.keys(english.texts).map((key) => key.replace(/\.(?:one|other)$/, '')));
  const used = new Set(literals.map(({ text }) => text).filter((text) => /^[a-z]+\.[a-zA-Z]+$/.test(text)));
  // By the desk, into the page; by the name of a field.
  for (const key of ['page.title', 'page.noScript', 'field.start', 'field.end', 'field.zone']) used.add(key);
  expect([...used].toSorted()).toEqual([...keys].toSorted());
  const sentences = literals.filter(
    ({ path, text }) =>
      path.startsWith(folder) && /^[A-Z][a-z]+(?:…|[.:]|$)|[A-Za-z’]{2,} [a-z’]{2,}/.test(text),
  );
  const known = [/^The form has no text for/, /^tokens-help tokens-state/];
  expect(sentences.filter(({ text }) => !known.some((one) => one.test(text)))).toEqual([]);
});

test('in English, the form says the rules of the desk in its words', () => {
  const detail = { ...exampleForm().fields[0], name: 'clientId', label: 'Client id', example: 'AB' };
  const { name, label, example } = detail;
  expect(inEnglish.say('rule.detail', { name, label, example })).toBe(
    malformedDetail(detail as Parameters<typeof malformedDetail>[0]).message,
  );
  const [start, end, zone] = ['2098-01-02T10:00', '2098-01-03T10:00', 'Europe/Berlin'];
  const wrong = [
    { start, end, zone: 'CET' },
    { start: 'x', end, zone },
    { start: '2098-03-30T02:30', end, zone },
    { start: '2098-01-02T10:00+05:00', end, zone },
    { start, end: '2098-10-26T02:30', zone },
    { start, end: start, zone },
    { start: '2001-01-02T10:00', end: '2001-01-03T10:00', zone },
    { start, end: '2098-03-03T10:00', zone },
  ];
  const broken = wrong.map((request) => {
    try {
      windowTimes(request, Date.UTC(2026, 0));
    } catch (error) {
      if (error instanceof FieldError) return error;
    }
    throw new Error(`Not refused: ${JSON.stringify(request)}`);
  });
  for (const { message, item, rule } of broken) {
    expect(inEnglish.rule(rule, item.itemId)).toBe(message.replace(/^\w/, (one) => one.toUpperCase()));
    for (const language of languages) {
      const said = createLanguage(language, formTexts(language).texts).rule(rule, item.itemId);
      expect([language, said, /\{|undefined/.test(said)]).toEqual([language, said, false]);
    }
  }
  const keys = Object.keys(english.texts).filter((key) => key.startsWith('rule.') && key !== 'rule.detail');
  expect([...new Set(broken.map(({ rule }) => rule.key))].toSorted()).toEqual(keys.toSorted());
});

test('labels and helps of the fields of every platform are in each language, and no translation is of none', () => {
  const fields = catalogue.flatMap((one) => {
    const { fields: details, companyFields } = formOf(one);
    // The form shows no help of a company's fields.
    return [...details, ...companyFields.map((field) => ({ ...field, help: '' }))];
  });
  for (const language of languages.filter((one) => one !== 'en')) {
    const texts = formTexts(language);
    const said = translated(fields, texts);
    const english = (text: string) => Object.hasOwn(texts.catalogue, text) && texts.catalogue[text] === text;
    const same = said.filter(
      ({ label, help }, at) =>
        (label === fields[at]?.label && !english(label)) || (help !== '' && help === fields[at]?.help),
    );
    expect([language, same]).toEqual([language, []]);
    const leftOver = Object.keys(texts.catalogue).filter((text) => {
      const alone = { texts: {}, catalogue: { [text]: '\0' } };
      return !translated(fields, alone).some((one) => Object.values(one).includes('\0'));
    });
    expect([language, leftOver]).toEqual([language, []]);
  }
});

test('numbers, sizes and dates are written as the language does', () => {
  const [en, de] = languages.map((one) => createLanguage(one, formTexts(one).texts)) as [
    typeof inEnglish,
    typeof inEnglish,
  ];
  expect([en.bytes(1_400_000), de.bytes(1_400_000)]).toEqual(['1.4 MB', '1,4 MB']);
  expect([en.count(1, 'tokens.holds'), en.count(12_000, 'tokens.holds')]).toEqual([
    'Token list: 1 row',
    'Token list: 12,000 rows',
  ]);
  expect([de.count(1, 'tokens.holds'), de.count(12_000, 'tokens.holds')]).toEqual([
    'Token-Liste: 1 Zeile',
    'Token-Liste: 12.000 Zeilen',
  ]);
  const text = '2099-03-28 22:00 +01:00';
  expect([en.dates(text), de.dates(text)]).toEqual([text, '28.03.2099 22:00 +01:00']);
});
