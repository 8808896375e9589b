import { expect, it } from 'vitest';
import { recognizedIn } from '#test/support/recognized.ts';

it('recognizers take time in proportion to the text, whatever it holds', () => {
  const units = [
    'RuleId ',
    'x.RuleId;\n',
    '"RuleId":',
    "{RuleId:'",
    '// Retry-After\n',
    'headers["Authorization"]',
    'rule_id = rule_id\n',
    'rules alerts',
    'Authorization',
    "f('X-Service-ClientId', (",
  ];
  for (const path of ['a.js', 'a.yml', 'a.xyz']) {
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(30_000 / unit.length));
      const start = performance.now();
      recognizedIn(path, text);
      expect(performance.now() - start, `${path} ${unit}`).toBeLessThan(6000);
    }
  }
}, 120_000);
