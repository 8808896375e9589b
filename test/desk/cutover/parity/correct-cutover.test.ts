import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { compared } from './compared.ts';
import { sentBy } from './sent.ts';
import { events, planFor, ruleSet } from './world.ts';

const tried = runs(150);

test('a correct cutover has no unexplained difference and no finding, whatever the rules and events', () => {
  let held = 0;
  fc.assert(
    fc.property(
      ruleSet,
      events(25),
      fc.array(fc.nat(3000), { minLength: 8, maxLength: 8 }),
      (rules, happened, delays) => {
        const sent = sentBy(rules, happened, { delayMs: (n) => delays[n % delays.length] as number });
        const report = compared(planFor(rules), sent);
        expect(report.findings).toEqual([]);
        expect(report.differences.filter(({ kind }) => kind === 'unexplained')).toEqual([]);
        expect(report.occurrences).toMatchObject({ legacyOnly: 0, newOnly: 0, twice: 0 });
        const alerts = sent.filter(({ side }) => side === 'legacy').length;
        expect(report.occurrences.both).toBe(alerts);
        expect(report.verdict).toBe(alerts > 0 ? 'holds' : 'unknown');
        if (alerts > 0) held++;
      },
    ),
    { numRuns: tried },
  );
  expect(held).toBeGreaterThan(tried / 2);
});
