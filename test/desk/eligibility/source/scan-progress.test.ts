import { expect, test } from 'vitest';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';

test('every file that is looked into after the last one was read is a sign of life', async () => {
  const sink = createSourceSink(createSkips(), 'app', '/no-data-folder');
  for (let index = 0; index < 20; index++)
    sink.take(`src/${index}.js`, Buffer.from('const id = body.RuleId;\nget("/rules/" + id + "/alerts");\n'));
  let signs = 0;
  await sink.finish(() => {
    signs++;
  });
  expect(signs).toBeGreaterThanOrEqual(20);
  expect(sink.tally('rule-id').strong).toBe(20);
});
