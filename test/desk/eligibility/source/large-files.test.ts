import { expect, test } from 'vitest';
import { filesIn, placesOf, saysOf, scan, skipsOf } from '#test/support/collecting.ts';

const call = 'export const load = (client) => client.get(baseUrl + "/rules/alerts");\n';
const innocent = 'export const add = (a, b) => a + b;\n';

test('a file above the limit is skipped, and nothing is said to be absent', async () => {
  const evidence = await scan(
    filesIn({ 'a.js': innocent, 'bundle.js': Buffer.alloc(21 * 1024 * 1024, 'a') }),
  );
  expect(skipsOf(evidence)).toEqual(['bundle.js too-large']);
  expect(saysOf(evidence)).toBe('nothing-seen');
  expect(evidence.rows[0]?.because).toContain('1 too large');
});

test('a bundle that is too long to be taken apart is skipped only if it may hold something', async () => {
  const filler = Buffer.alloc(9 * 1024 * 1024, 'a,');
  const telling = await scan(
    filesIn({ 'a.js': innocent, 'bundle.js': Buffer.concat([Buffer.from(call), filler]) }),
  );
  expect(skipsOf(telling)).toEqual(['bundle.js too-large']);
  expect(saysOf(telling)).toBe('nothing-seen');
  const dull = await scan(filesIn({ 'a.js': innocent, 'bundle.js': filler }));
  expect(saysOf(dull)).toBe('absent');
});

test('one line of 1.51 MB of code is read like any other', async () => {
  const unit = 'function a(b){return b.map(function(e){return e.id+"/x"}).length>2?{a:1}:null}';
  // Longer than what is read by a grammar.
  const line = `fetch(base+"/rules/alerts");${unit.repeat(1_510_000 / unit.length)}`;
  const evidence = await scan(filesIn({ 'bundle.js': line }));
  expect(placesOf(evidence)).toEqual(['alerts-call bundle.js:1']);
  expect(evidence.read.skippedCount).toBe(0);
});
