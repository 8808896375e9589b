import { expect, it } from 'vitest';
import { recognizedIn } from '#test/support/recognized.ts';

/** In milliseconds of this thread: a machine that has other work to do does not count. */
const cpuTime = (): number => process.threadCpuUsage().user / 1000;

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
  // By grammar, and by tokens of both kinds.
  for (const [path, length] of [
    ['a.js', 30_000],
    ['a.yml', 10_000],
    ['a.xyz', 10_000],
  ] as const) {
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const start = cpuTime();
      recognizedIn(path, text);
      expect(cpuTime() - start, `${path} ${unit}`).toBeLessThan(1500);
    }
  }
}, 120_000);
