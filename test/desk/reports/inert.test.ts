import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { marked } from 'marked';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ReportDocument } from '#contract/report.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { visible } from '#desk/reports/visible.ts';
import { documentWith, hostile } from './document-with.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string => text.replace(/&(#?\w+);/g, (_, name) => entities[name] as string);

/** Reads HTML by the narrow grammar that we write: whatever a browser might take for markup is a tag here, or an error. */
const readHtml = (text: string): { tags: string[]; attributes: string[]; text: string } => {
  const token =
    /<style>[^<]*<\/style>|<(\/?[a-z][a-z0-9]*|!DOCTYPE)((?: [a-zA-Z0-9-]+(?:="[^"<>]*")?)*)>|([^<>]+)/y;
  const read = { tags: [] as string[], attributes: [] as string[], text: '' };
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`Not by the grammar: ${text.slice(at, at + 60)}`);
    const [, tag, attributes = '', words] = match;
    if (tag !== undefined) {
      read.tags.push(tag);
      read.attributes.push(
        [...attributes.matchAll(/ ([a-zA-Z0-9-]+)(?:="[^"]*")?/g)].map(([, name]) => name).join(),
      );
    }
    if (words !== undefined) read.text += unescaped(words);
  }
  return read;
};

const plain = readHtml(formats.html.write(documentWith('x')));

test('HTML: whatever a text holds, there is no tag and no attribute but ours, and the text is shown', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const read = readHtml(formats.html.write(documentWith(text)));
      expect(read.tags).toEqual(plain.tags);
      expect(read.attributes).toEqual(plain.attributes);
      expect(read.text).toContain(visible(text));
      expect(read.text).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: 400 },
  );
});

test('HTML: one file without script, that loads nothing and says so to the browser', () => {
  const text = formats.html.write(documentWith('x'));
  expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
  expect(text).toContain(`content="default-src 'none'; style-src 'sha256-`);
  expect(text).not.toMatch(/<script|<link|<img|<iframe|<form| style=| on\w+=|url\(|@import/i);
  const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.every((address) => address?.startsWith('#'))).toBe(true);
  expect(text).toContain('<caption>');
  expect(text).toContain('<th scope="col"');
  expect(text).toContain('<th scope="row"');
});

const countTags = (html: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]*)/g)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};
/** What a text may come out as: lines, paragraphs of a quote or a text, and code for what looks like an address. */
const harmless = ['br', 'p', 'code'];
const structure = (markdown: string) => {
  const html = marked.parse(markdown, { gfm: true, async: false });
  const counts = countTags(html);
  for (const name of harmless) delete counts[name];
  return { counts, html };
};

test('html: in a window that is narrower than its widest table, that table is scrolled to, not cut', () => {
  const text = formats.html.write(documentWith('x'));
  const [, width] = /body \{[^}]*max-width: ([\d.]+)rem/.exec(text) ?? [];
  const [, narrow] = /max-width: ([\d.]+)rem\) \{\n {2}section \{ overflow-x: auto; \}/.exec(text) ?? [];
  expect(Number(width) - Number(narrow)).toBeLessThanOrEqual(2);
});

test('Markdown: whatever a text holds, no tag, link, picture, heading or cell comes out of it', () => {
  const expected = structure(formats.md.write(documentWith('x'))).counts;
  fc.assert(
    fc.property(hostile, (text) => {
      const { counts, html } = structure(formats.md.write(documentWith(text)));
      expect(counts).toEqual(expected);
      expect(html).not.toMatch(/<[a-z][^>]*(?:href|src)=/);
    }),
    { numRuns: 400 },
  );
});

test('Markdown: an address is none, also where a reader takes it for one after a sign of emphasis', () => {
  for (const text of ['_www.evil.example', '*https://evil.example', 'a|jo@evil.example']) {
    const withoutCode = formats.md.write(documentWith(text)).replace(/`[^`]*`/g, '');
    expect(withoutCode).not.toMatch(/www\.|https:|jo@/);
  }
});

test('JSON: parses to the document by its schema, and holds no sign that acts', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const document = documentWith(text);
      const written = formats.json.write(document);
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)));
      expect(written).not.toMatch(/[<>&\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: 200 },
  );
  expect(Value.Check(ReportDocument, documentWith('x'))).toBe(true);
});

test('CSV: reads back cell by cell, and no cell is a formula', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const written = formats.csv.write(documentWith(text));
      const [heading, ...rows] = parse(written, { bom: true }) as string[][];
      expect(heading).toEqual([
        'name',
        'more',
        'id',
        'when',
        'state',
        'count',
        'caseId',
        'chainSeq',
        'chainDigest',
      ]);
      expect(rows).toHaveLength(2);
      const shown = visible(text);
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect([shown, `'${shown}`]).toContain(rows[0]?.[0]);
    }),
    { numRuns: 200 },
  );
});

test('a value that is named like something every object has is no word of the table', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(formats.html.write(documentWith(name))).toContain(`>${name}<`);
  }
});

test('what belongs to the spelling stays: joiners in scripts that need them, and in emoji', () => {
  expect(visible('می\u200cخواهم 👨\u200d👩\u200d👧')).toBe('می\u200cخواهم 👨\u200d👩\u200d👧');
  expect(visible('a\u200db \u202eexe.gpj\u202c')).toBe('a⟨U+200D⟩b ⟨U+202E⟩exe.gpj⟨U+202C⟩');
});
