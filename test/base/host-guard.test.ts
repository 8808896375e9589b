import { expect, test } from 'vitest';
import { allowedHostNames, checkAddressee } from '#base/host-guard.ts';
import type { CatalogueError } from '#contract/errors.ts';

/** The code of what a request is refused with, if it is. */
const refusal = (allowed: ReadonlySet<string>, host: string | undefined, url = '/x'): string | undefined => {
  try {
    checkAddressee({ url, raw: { rawHeaders: host === undefined ? [] : ['Host', host] } }, allowed);
    return undefined;
  } catch (error) {
    return (error as CatalogueError).code;
  }
};

test.each([
  ['127.0.0.1:4410', true],
  ['localhost', true],
  ['LocalHost.:80', true],
  ['[::1]:4410', true],
  ['192.168.1.5:4410', true],
  ['host.docker.internal:4410', true],
  ['evil.test', false],
  ['localhost.evil.test', false],
  ['evil.test:127.0.0.1', false],
  ['127.0.0.1@evil.test', false],
  ['0.0.0.0:4410', false],
  ['', false],
  [undefined, false],
])('Host %s: %s', (header, allowed) => {
  const names = allowedHostNames('192.168.1.5', ['Host.Docker.Internal']);
  expect(refusal(names, header)).toBe(allowed ? undefined : 'host.foreign');
});

test('a wildcard address is no name to be called by; an IPv6 address is, in brackets', () => {
  expect(refusal(allowedHostNames('0.0.0.0', []), '0.0.0.0:4410')).toBe('host.foreign');
  expect(refusal(allowedHostNames('fd00::5', []), '[fd00::5]:4410')).toBeUndefined();
});

test.each([
  ['/', undefined],
  ['/companies?page=1', undefined],
  ['http://127.0.0.1/companies', 'target.notAPath'],
  ['http://evil.example/companies', 'target.notAPath'],
  ['/companies#part', 'target.notAPath'],
  ['*', 'target.notAPath'],
])('the target %s: %s', (url, code) => {
  expect(refusal(allowedHostNames('127.0.0.1', []), 'localhost', url)).toBe(code);
});
