import fc from 'fast-check';
import { expect, test } from 'vitest';
import { junitOf } from '#cli/format/junit.ts';
import { type DoctorCheck, type DoctorResult, doctorOutcomes } from '#contract/doctor.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 60 }).map((one) => `${one}\u0000]]><&"'\n\t\r\ud800`);
const check: fc.Arbitrary<DoctorCheck> = fc.record({
  id: fc.constantFrom('dns' as const, 'rotation' as const),
  outcome: fc.constantFrom(...doctorOutcomes),
  title: text,
  evidence: fc.array(text, { maxLength: 3 }),
  fix: text,
});

/** What XML 1.0 (2.2) can hold. */
const writable = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
/** One element after another: of attributes in quotes, of text with neither "<" nor an unwritten "&". */
const element = /<(\/?)([a-z-]+)((?: [a-z]+="(?:[^<&"\n\t\r]|&(?:amp|lt|gt|quot|#\d+);)*")*)(\/?)>/y;
const words = /(?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)*/y;

const parse = (xml: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  const open: string[] = [];
  const begin = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(xml.startsWith(begin)).toBe(true);
  let at = begin.length;
  while (at < xml.length) {
    words.lastIndex = at;
    at += words.exec(xml)?.[0].length ?? 0;
    if (at === xml.length) break;
    element.lastIndex = at;
    const [whole, close, name = '', , empty] = element.exec(xml) ?? [];
    expect(whole, xml.slice(at, at + 80)).toBeDefined();
    at += whole?.length ?? 1;
    if (close === '/') expect(open.pop()).toBe(name);
    else {
      counts[name] = (counts[name] ?? 0) + 1;
      if (empty !== '/') open.push(name);
    }
  }
  expect(open).toEqual([]);
  return counts;
};

test('any result is valid XML, with a testcase for each check', () => {
  fc.assert(
    fc.property(fc.array(check, { maxLength: 8 }), text, (checks, url) => {
      const result: DoctorResult = {
        url,
        at: '2026-11-23T05:00:00.000Z',
        requests: 1,
        checks,
        verdict: 'fail',
      };
      const xml = junitOf(result);
      expect(xml).toMatch(writable);
      const counts = parse(xml);
      const failed = checks.filter(({ outcome }) => outcome === 'fail').length;
      const passed = checks.filter(({ outcome }) => outcome === 'pass').length;
      expect([counts.testcase ?? 0, counts.failure ?? 0, counts.skipped ?? 0]).toEqual([
        checks.length,
        failed,
        checks.length - failed - passed,
      ]);
      expect(xml).toContain(`tests="${checks.length}" failures="${failed}" errors="0"`);
    }),
  );
});

test('a timestamp is as readers of JUnit XML expect it', () => {
  const xml = junitOf({ url: 'u', at: '2026-11-23T05:00:00.123Z', requests: 0, checks: [], verdict: 'pass' });
  expect(xml).toContain('timestamp="2026-11-23T05:00:00"');
});
