import { expect, test } from 'vitest';
import { scrubOf } from '#desk/targets/secrets.ts';

test.each([
  ['a quote and a backslash', 'planted"to\\ken/1'],
  ['what HTML and others escape', "planted<to&ken>='1'+/=="],
  ['what is not ASCII', 'plantéd-tökén-✓'],
])('a target that repeats a secret in JSON, or in JSON that is quoted in JSON: %s', (_, secret) => {
  const scrub = scrubOf('', { accessToken: secret });
  const escaped = (text: string): string =>
    text.replace(/[^ -~]|[<>&='+]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const inJson = JSON.stringify(secret);
  for (const form of [
    inJson,
    JSON.stringify(inJson),
    inJson.replaceAll('/', '\\/'),
    escaped(inJson),
    JSON.stringify(escaped(inJson)),
  ]) {
    expect(scrub(`The field is ${form}.`)).toMatch(/^The field is [\\"]+••••[\\"]+\.$/);
  }
});
