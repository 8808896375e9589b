import { describe, expect, it } from 'vitest';
import { type MentionSubject, mentionSubjects, reviewLimit } from '#contract/eligibility.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { createCandidates, definersOf } from '#desk/eligibility/source/candidates.ts';
import type { Explanation, Mention, SourceFinding } from '#desk/eligibility/source/inspection.ts';
import { findMentions } from '#desk/eligibility/source/mentions/find.ts';
import { createLedger, type SettledFile, subjectOf } from '#desk/eligibility/source/mentions/ledger.ts';
import { createNotes } from '#desk/eligibility/source/notes.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';
import { sourceStatements } from '#desk/eligibility/source/statements.ts';

const mention = (from: number, line = 1, subject: MentionSubject = 'rule-id'): Mention => ({
  subject,
  from,
  to: from + 6,
  line,
});
const finding = (from: number, line = 1, other: Partial<SourceFinding> = {}): SourceFinding => ({
  kind: 'rule-id-use',
  from,
  to: from + 10,
  line,
  excerpt: 'body.RuleId',
  weak: false,
  confidence: 'high',
  why: 'It is read.',
  ...other,
});
const explanation = (from: number, to: number, subject: MentionSubject = 'rule-id'): Explanation => ({
  subject,
  from,
  to,
  reason: 'comment',
  why: 'In a comment.',
});
const file = (
  mentions: readonly Mention[],
  findings: readonly SourceFinding[] = [],
  explanations: readonly Explanation[] = [],
  text = 'x.RuleId '.repeat(200),
): SettledFile => ({
  path: 'src/a.js',
  text,
  mentions,
  inspection: { findings, explanations },
  causeOf: ({ line }) => (line === 1 ? 'not-recognized' : 'other-part'),
});
const counted = (one: SettledFile): string => {
  const ledger = createLedger('hub');
  ledger.add(one);
  const { count, found, explained, toReview } = ledger.record();
  return `${count} ${found} ${explained.reduce((sum, { count: many }) => sum + many, 0)} ${toReview.length}`;
};

describe('The ledger of mentions', () => {
  it.each([
    ['that a finding lies on', file([mention(100)], [finding(95)]), '1 1 0 0'],
    ['that a finding ends at', file([mention(100, 2)], [finding(90)]), '1 0 0 1'],
    ['that a finding reaches into', file([mention(100, 2)], [finding(91)]), '1 1 0 0'],
    ['that a finding begins at the end of', file([mention(100, 2)], [finding(106)]), '1 0 0 1'],
    ['that a finding begins before the end of', file([mention(100, 2)], [finding(105)]), '1 1 0 0'],
    ['on the line of a finding', file([mention(10)], [finding(410)]), '1 1 0 0'],
    ['far off on the line of a finding', file([mention(10)], [finding(411)]), '1 0 0 1'],
    ['far behind on the line of a finding', file([mention(811)], [finding(410)]), '1 0 0 1'],
    [
      'on the line of a finding of something else',
      file([mention(10, 1, 'retry-after')], [finding(10)]),
      '1 0 0 1',
    ],
    ['that is explained', file([mention(100)], [], [explanation(100, 106)]), '1 0 1 0'],
    ['whose end is not explained', file([mention(100)], [], [explanation(100, 105)]), '1 0 0 1'],
    ['whose beginning is not explained', file([mention(100)], [], [explanation(101, 106)]), '1 0 0 1'],
    [
      'of which something else is explained',
      file([mention(100)], [], [explanation(0, 900, 'retry-after')]),
      '1 0 0 1',
    ],
    [
      'that is both found and explained',
      file([mention(100)], [finding(100)], [explanation(0, 900)]),
      '1 1 0 0',
    ],
    ['twice on one line', file([mention(100), mention(300)]), '2 0 0 1'],
    ['twice on one long line', file([mention(100), mention(301)]), '2 0 0 2'],
    ['of two subjects on one line', file([mention(100), mention(110, 1, 'retry-after')]), '2 0 0 2'],
    ['on two lines', file([mention(100), mention(110, 2)]), '2 0 0 2'],
  ])('counts a mention %s', (_what, one, counts) => {
    expect(counted(one)).toBe(counts);
  });

  it('tells of each subject in one order, and what is to be reviewed where and why', () => {
    const ledger = createLedger('hub');
    for (const subject of [...mentionSubjects].reverse()) {
      ledger.add(file([mention(2, 1, subject), mention(9, 2, subject)]));
      ledger.add(file([mention(2, 1, subject), mention(9, 1, subject)], [], [explanation(0, 100, subject)]));
    }
    const { explained, reviewCounts, toReview } = ledger.record();
    expect(explained).toEqual(mentionSubjects.map((subject) => ({ subject, reason: 'comment', count: 2 })));
    expect(reviewCounts).toEqual(mentionSubjects.map((subject) => ({ subject, count: 2 })));
    expect(toReview.map(({ subject, line, cause }) => `${subject} ${line} ${cause}`)).toEqual(
      mentionSubjects.flatMap((subject) => [`${subject} 1 not-recognized`, `${subject} 2 other-part`]),
    );
    expect(mentionSubjects.map((subject) => ledger.toReview(subject))).toEqual(mentionSubjects.map(() => 2));
    expect(createLedger('hub').toReview('rule-id')).toBe(0);
  });

  it('gives the same mention the same id wherever it moves to, and another one of another code base', () => {
    const idsIn = (scope: string, text: string, ...froms: number[]): string[] => {
      const ledger = createLedger(scope);
      const mentions = froms.map((from, index) => mention(from, index + 1));
      ledger.add({ ...file(mentions, [], [], text), causeOf: () => 'not-recognized' });
      return ledger.record().toReview.map(({ id }) => id);
    };
    const [first, second] = idsIn('hub', 'a.RuleId\na.RuleId\n', 2, 11);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(second).not.toBe(first);
    expect(idsIn('hub', '\n\n  a.RuleId\n', 6)).toEqual([first]);
    expect(idsIn('hub', 'b.RuleId\n', 2)).not.toEqual([first]);
    expect(idsIn('other', 'a.RuleId\n', 2)).not.toEqual([first]);
  });

  it('lists so many of a subject, and counts them all', () => {
    const ledger = createLedger('hub');
    const lines = Array.from({ length: reviewLimit + 3 }, (_, index) => mention(2, index + 1));
    ledger.add({ ...file(lines), path: 'x'.repeat(1100) });
    ledger.add(file([mention(2, 1, 'retry-after')]));
    const { toReview } = ledger.record();
    expect(toReview).toHaveLength(reviewLimit + 1);
    expect(ledger.toReview('rule-id')).toBe(reviewLimit + 3);
    expect(toReview[0]?.file.length).toBe(1000);
  });

  it('knows the subject of each kind', () => {
    expect(subjectOf['alerts-call']).toBe('alerts-endpoints');
  });
});

describe('Notes of findings', () => {
  it('count those of each row, strong and weak, and give each an id of its own', () => {
    const notes = createNotes();
    notes.add('a.js', [
      finding(1),
      finding(20, 2),
      finding(40, 3, { weak: true }),
      finding(60, 4, { kind: 'retry-after-set' }),
    ]);
    notes.add('b.js', [finding(1, 1, { excerpt: ' body . RuleId ' })]);
    notes.add('a.js', [finding(1, 9, { excerpt: 'body .RuleId' })]);
    expect(notes.tally('rule-id')).toEqual({ strong: 4, weak: 1 });
    expect(notes.tally('retry-after')).toEqual({ strong: 1, weak: 0 });
    expect(notes.tally('alerts-endpoints')).toEqual({ strong: 0, weak: 0 });
    const ids = notes.findings.list().map(({ id }) => id);
    // Blanks do not make it another one; only a repeat in one file does.
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(6);
  });

  it('show no more of a text than a person reads', () => {
    const notes = createNotes();
    notes.add('p'.repeat(2000), [finding(1, 1, { excerpt: 'e'.repeat(500), why: 'w'.repeat(1500) })]);
    const [one] = notes.findings.list();
    expect(one?.why).toHaveLength(1000);
    expect(one?.place.kind === 'source' && [one.place.file.length, one.place.excerpt.length]).toEqual([
      1000, 400,
    ]);
  });
});

describe('Statements', () => {
  const call = 'client.get("/rules/alerts");\n';
  const says = async (files: Readonly<Record<string, string>>, skip = false): Promise<string[]> => {
    const skips = createSkips();
    const sink = createSourceSink(skips, 'hub', '/no-data-folder');
    for (const [path, text] of Object.entries(files)) sink.take(path, Buffer.from(text));
    await sink.finish();
    if (skip) skips.add('b.js', 'unreadable', 'No.', true);
    return sourceStatements(sink, skips).map(({ row, says: what, because }) => `${row} ${what}: ${because}`);
  };

  it.each([
    [{}, false, 'alerts-endpoints nothing-seen: No text files to read.'],
    [
      { 'a.js': call },
      true,
      'alerts-endpoints present: Calls to the alerts endpoints found in 1 place. Read: 1 file (29 B; JavaScript).',
    ],
    [
      { 'a.js': call + call, 'b.py': 'a = 1\n' },
      false,
      'alerts-endpoints present: Calls to the alerts endpoints found in 2 places. Read: 2 files (64 B; JavaScript, Python).',
    ],
    [
      { 'a.js': `// GET /rules/alerts\n` },
      false,
      'alerts-endpoints weak: Calls to the alerts endpoints found in 1 comment, document or test only. Read: 1 file (21 B; JavaScript).',
    ],
    [
      { 'a.js': `// GET /rules/alerts\nx();\n// GET /rules/{id}/alerts\n` },
      true,
      'alerts-endpoints weak: Calls to the alerts endpoints found in 2 comments, documents or tests only. Read: 1 file (52 B; JavaScript).',
    ],
    [
      { 'a.js': 'x();\n' },
      false,
      'alerts-endpoints absent: Calls to the alerts endpoints not found; every mention is explained. Read: 1 file (5 B; JavaScript). No text file was skipped.',
    ],
    [
      { a: 'x\n', b: 'y\n' },
      true,
      'alerts-endpoints nothing-seen: Calls to the alerts endpoints not found, but not everything was read (1 unreadable). Read: 2 files (4 B).',
    ],
    [
      { 'a.xyz': 'take RuleId, "/rules", "alerts"\n' },
      true,
      'alerts-endpoints nothing-seen: Calls to the alerts endpoints not found, but not everything was read (1 unreadable) and 1 mention needs review. Read: 1 file (32 B).',
    ],
  ])('of %j, with something skipped: %s', async (files, skip, statement) => {
    expect((await says(files as Record<string, string>, skip))[0]).toBe(statement);
  });

  it('stand for four checks', async () => {
    expect((await says({ 'a.js': 'x();\n' })).map((one) => one.split(' ')[0])).toEqual([
      'alerts-endpoints',
      'rule-id',
      'client-id-header',
      'retry-after',
    ]);
  });
});

describe('Candidates', () => {
  const candidate = (path: string, text: string) => ({
    path,
    text,
    found: findMentions(text, { barewords: false }),
  });
  const settle = async (
    ...files: ReturnType<typeof candidate>[]
  ): Promise<{ looked: string[]; prepared: string[]; moves: number }> => {
    const looked: string[] = [];
    const prepared: string[] = [];
    let moves = 0;
    const candidates = createCandidates(
      ({ path }, mentions, loose, codeBase) =>
        looked.push(
          `${path} ${mentions.map(({ from }) => from).join()} ${loose.size} ${codeBase !== undefined}`,
        ),
      async (all, moved) => {
        prepared.push(...all.map(({ path }) => path));
        moved();
        return { valuesOf: () => [] };
      },
    );
    for (const one of files) candidates.add(one);
    await candidates.settle(() => moves++);
    await candidates.settle(() => moves++);
    return { looked, prepared, moves };
  };

  it('are looked into once all are known, with parts whose other part another file may hold', async () => {
    const loose = candidate('loose.js', 'get(base + "/alerts"); x.RuleId');
    expect(await settle(loose)).toEqual({ looked: ['loose.js 25 0 true'], prepared: ['loose.js'], moves: 2 });
    const base = candidate('base.js', 'export const base = "https://h/rules";');
    expect(await settle(loose, base, candidate('none.js', 'x()'))).toEqual({
      looked: ['loose.js 13,25 1 true'],
      prepared: ['loose.js', 'base.js'],
      moves: 3,
    });
    expect(await settle()).toEqual({ looked: [], prepared: [], moves: 0 });
  });

  it('may define something for others if they hold a part of a path', () => {
    const defines = (text: string): boolean => definersOf([candidate('a.js', text)]).length > 0;
    expect(['"/rules/alerts"', '"/alerts"', '"/rules"', 'x.RuleId', ''].map(defines)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('that memory does not hold are looked into at once, and taken for the worst', async () => {
    const long = candidate('long.js', 'get(base + "/alerts")');
    const huge = { ...long, text: { length: 128 * 1024 * 1024 + 1 } as unknown as string };
    expect((await settle(huge)).looked).toEqual(['long.js 13 1 false']);
    const half = { ...long, text: { length: 64 * 1024 * 1024 } as unknown as string };
    expect((await settle(half, half, half)).looked).toEqual(['long.js 13 1 false']);
  });
});
