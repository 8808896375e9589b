import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { caseWith } from '#test/desk/cases/arbitrary-actions.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

test.each([
  ['a token without its scheme', 'Bearer q7Tz-91mK-44xP', 'TOKEN=q7Tz-91mK-44xP\n'],
  ['the password of Basic', `Basic ${btoa('acme:pass-word-77')}`, 'password: pass-word-77'],
  ['a token in hex', 'Bearer q7Tz-91mK-44xP', Buffer.from('q7Tz-91mK-44xP').toString('hex').toUpperCase()],
  ['a token within base64', 'Token q7Tz-91mK-44xP', btoa('{"a":"q7Tz-91mK-44xP"}')],
  [
    'a token in an address',
    'Bearer q7/Tz+91mK==44xP',
    `https://acme.test/?t=${encodeURIComponent('q7/Tz+91mK==44xP')}`,
  ],
])(
  'an attached file with %s of a known header is sealed, and not exported in the clear',
  async (_, value, content) => {
    const context = await testDeskContext();
    const cases = createCases(context);
    const id = await caseWith(cases, []);
    await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:authorization', value }] });
    const file = { content: Buffer.from(content).toString('base64'), secret: false };
    await cases.attach(id, { ...file, name: 'env.txt' }, 'Ada');
    await cases.attach(id, { ...file, name: 'plain.txt', content: btoa('TOKEN=another') }, 'Ada');
    const { attachments } = await cases.state(id);
    expect(attachments.map(({ name, secret }) => [name, secret])).toEqual([
      ['env.txt', true],
      ['plain.txt', false],
    ]);
    const text = await cases.exportFile(id);
    expect(text).not.toContain(file.content);
    expect(JSON.parse(text).leftOut.attachments).toEqual(['env.txt']);
  },
);
