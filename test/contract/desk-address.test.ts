import { expect, test } from 'vitest';
import { isEncryptedOrLocal } from '#base/outgoing/base-url.ts';
import { readDeskAddress } from '#contract/desk-address.ts';

test.each([
  ['https://desk.example', 'https://desk.example'],
  [' HTTPS://Desk.Example:443/ ', 'https://desk.example'],
  ['https://desk.example:8443', 'https://desk.example:8443'],
  ['http://127.0.0.1:4411', 'http://127.0.0.1:4411'],
  ['http://[::1]:4411/', 'http://[::1]:4411'],
  ['http://localhost:4411', 'http://localhost:4411'],
])('the address %s is that of a desk', (text, origin) => {
  expect(readDeskAddress(text)).toEqual({ origin });
});

test.each([
  ['desk.example', 'is no URL.'],
  ['', 'is no URL.'],
  ['https://jo:secret@desk.example', 'must not contain a user or password'],
  ['http://desk.example', 'must begin with https://'],
  ['http://127.0.0.1.desk.example', 'must begin with https://'],
  ['http://localhost.desk.example', 'must begin with https://'],
  ['ftp://localhost', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['javascript:alert(1)', 'must begin with https://'],
  ['https://desk.example/cases', 'must end with the host'],
  ['https://desk.example/?', 'must end with the host'],
  ['https://desk.example/#', 'must end with the host'],
])('the address "%s" is refused, with what it has to be', (text, problem) => {
  const read = readDeskAddress(text);
  expect(read).toEqual({ problem: expect.stringContaining(problem) });
  expect(read).toEqual({ problem: expect.stringContaining('such as https://desk.example') });
  expect(JSON.stringify(read)).not.toContain('secret');
});

test('what counts as this machine is what counts everywhere', () => {
  const hosts = ['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '127.1', '127.255.1.2', '2130706433'];
  const more = ['[::1]', '[0:0::1]', '[::ffff:127.0.0.1]', '[::ffff:127.255.0.9]', '[::ffff:128.0.0.1]'];
  const others = ['0.0.0.0', '[::]', '10.0.0.1', '192.168.0.1', '[fe80::1]', '126.0.0.1', '128.0.0.1'];
  for (const host of [...hosts, ...more, ...others]) {
    const address = `http://${host}:4411`;
    const isTaken = 'origin' in readDeskAddress(address);
    expect([address, isTaken]).toEqual([address, isEncryptedOrLocal(new URL(address))]);
  }
});
