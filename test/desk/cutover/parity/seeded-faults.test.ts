import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { compared } from './compared.ts';
import { seededFaults } from './faults.ts';
import { sentBy } from './sent.ts';
import { events, planFor, ruleSet } from './world.ts';

const numRuns = runs(40);

test.each(seededFaults.map((fault) => [fault.name, fault] as const))('%s: found by name', (_, fault) => {
  let shown = 0;
  const delays = fc.array(fc.nat(3000), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(ruleSet, events(20), delays, fc.nat(1_000_000), (rules, happened, delay, drawn) => {
      const sent = structuredClone(
        sentBy(rules, happened, { delayMs: (n) => delay[n % delay.length] as number }),
      );
      if (!fault.make({ sent, below: (limit) => drawn % Math.max(1, limit) })) return;
      shown++;
      const report = compared(planFor(rules), sent);
      expect(report.findings.map(({ id }) => id)).toEqual(
        expect.arrayContaining([expect.toBeOneOf([...fault.found])]),
      );
      expect(report.verdict).not.toBe('holds');
    }),
    { numRuns },
  );
  expect(shown).toBeGreaterThan(numRuns / 30);
});
