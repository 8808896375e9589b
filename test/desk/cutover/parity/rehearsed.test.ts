import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compared } from './compared.ts';
import { type Sent, sentBy, start } from './sent.ts';
import { events, planFor, ruleSet } from './world.ts';

/** The alerts first, and the messages of the same events later, as a rehearsal has them. */
const phaseMs = 86_400_000;
const apart = (sent: readonly Sent[]): Sent[] =>
  sent.map((one) => (one.side === 'new' ? { ...one, at: one.at + phaseMs } : one));
const inOrder = { pairing: 'order', cutOverAt: start + phaseMs / 2 } as const;

test('phases that are apart are paired by their order', () => {
  fc.assert(
    fc.property(ruleSet, events(20), (rules, happened) => {
      const sent = sentBy(rules, happened, { delayMs: () => 5 });
      const report = compared(planFor(rules), apart(sent), inOrder);
      const alerts = sent.filter(({ side }) => side === 'legacy').length;
      expect(report.findings).toEqual([]);
      expect(report.occurrences).toEqual({ both: alerts, legacyOnly: 0, newOnly: 0, twice: 0 });
      expect(report.late).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test('a rule that still fires after the cutover is found by name', () => {
  let shown = 0;
  fc.assert(
    fc.property(ruleSet, events(20), (rules, happened) => {
      const sent = apart(sentBy(rules, happened, { delayMs: () => 5 }));
      const alert = sent.find(({ side }) => side === 'legacy');
      if (alert === undefined) return;
      shown++;
      const again = {
        ...alert,
        at: alert.at + phaseMs,
        body: { ...alert.body, AlertId: 'another', RuleId: 'x' },
      };
      const report = compared(planFor(rules), [...sent, again], inOrder);
      expect(report.findings).toMatchObject([{ id: 'still-fires', count: 1 }]);
      expect(report.verdict).toBe('fails');
    }),
    { numRuns: 100 },
  );
  expect(shown).toBeGreaterThan(20);
});

test('with every rule type asked for, one that was not seen leaves it unknown', () => {
  fc.assert(
    fc.property(ruleSet, events(4), (rules, happened) => {
      const sent = sentBy(rules, happened, { delayMs: () => 5 });
      const seen = new Set(sent.map(({ ruleType }) => ruleType));
      const wanted = new Set(rules.flatMap(({ type, notifiers }) => (notifiers.webhook ? [type] : [])));
      const report = compared(planFor(rules), apart(sent), { ...inOrder, everyRuleType: true });
      const isAll = [...wanted].every((type) => seen.has(type)) && wanted.size > 0;
      expect(report.verdict).toBe(isAll ? 'holds' : 'unknown');
      if (!isAll) expect(report.why).not.toEqual([]);
    }),
    { numRuns: 100 },
  );
});
