import fc from 'fast-check';
import type { ReportDocument } from '#contract/report.ts';
import { anyCharacter } from '#test/support/any-character.ts';

/** A document with every kind of block, and the given text wherever others may have written. */
export const documentWith = (text: string): ReportDocument => ({
  format: 'carryover-report',
  version: 1,
  kind: 'tokens',
  title: text,
  case: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: text, integrator: text },
  point: { seq: 3, at: '2026-03-02T10:00:00.000Z', digest: 'ab'.repeat(32) },
  product: 'Carryover 1',
  summary: { tone: 'bad', text },
  table: 'things',
  sections: [
    {
      id: 'one',
      level: 2,
      title: text,
      blocks: [
        { block: 'text', text },
        { block: 'note', tone: 'warn', text },
        { block: 'quote', text, by: text },
        { block: 'list', items: [text, text] },
        {
          block: 'facts',
          facts: [
            { name: text, value: text, kind: 'text' },
            { name: text, value: text, kind: 'id' },
          ],
        },
        { block: 'figures', figures: [{ name: text, value: 3, tone: 'ok' }] },
        {
          block: 'timeline',
          asOf: '2026-03-02T10:00:00.000Z',
          facts: [
            {
              id: 'one',
              lane: 'runs',
              clock: 'system',
              label: text,
              detail: text,
              tone: 'ok',
              from: '2026-03-01T10:00:00.000Z',
              to: '2026-03-01T11:00:00.000Z',
            },
          ],
        },
      ],
    },
    {
      id: 'two',
      level: 3,
      title: text,
      blocks: [
        {
          block: 'table',
          id: 'things',
          caption: text,
          none: text,
          columns: [
            { key: 'name', title: text, kind: 'text' },
            { key: 'more', title: text, kind: 'text', below: 'name' },
            { key: 'id', title: text, kind: 'id' },
            { key: 'when', title: text, kind: 'instant' },
            { key: 'state', title: text, kind: 'state', words: { done: text }, tones: { done: 'ok' } },
            { key: 'count', title: text, kind: 'integer' },
          ],
          rows: [
            { name: text, more: text, id: text, when: text, state: 'done', count: 1 },
            { name: text, more: text, id: text, when: text, state: text, count: 1 },
          ],
        },
        { block: 'table', id: 'none', caption: text, none: text, columns: [], rows: [] },
      ],
    },
  ],
});

const nasty = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='x",
  '</td></tr></table>',
  '-->',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '&#60;i&#62;',
  '[link](javascript:alert(1))',
  '![image](https://evil.example/x.png)',
  '[ref]: https://evil.example',
  '[^1]',
  '<https://evil.example>',
  'https://evil.example/a?b=c&d',
  'www.evil.example',
  'mailto:jo@evil.example',
  'jo@evil.example',
  '| a | b |',
  '\\| x',
  '`code`',
  '``` js',
  '~~~',
  '# heading',
  '- item',
  '+ item',
  '1. item',
  '> quote',
  '***',
  '---',
  '===',
  '    indented',
  '\t',
  '\n',
  '\n\n',
  '\r',
  '**bold** __bold__ ~~gone~~',
  ':---:',
  '\\',
  '=1+1',
  '+cmd|calc',
  '-2+3',
  '@SUM(A1)',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u0000',
  '\u001b[2J',
  '\ud800',
  '\ufeff',
  'constructor',
  '__proto__',
];

/** Text by somebody who tries to be more than text. */
export const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      fc.string({ maxLength: 6 }),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');
