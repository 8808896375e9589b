import { Writable } from 'node:stream';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { createOidc } from '#desk/people/oidc/index.ts';
import type { OidcOptions } from '#desk/people/oidc/oidc.ts';
import { clientId } from './real-provider.ts';

/** Sign-in by a provider, with all that it logs; closed when the test ends. */
export const testOidc = (issuer: string, options: Partial<OidcOptions> = {}) => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const oidc = createOidc({
    issuer,
    clientId,
    publicUrl: () => 'http://127.0.0.1:4411',
    clock: systemTime,
    log: pino({ level: 'trace' }, sink),
    ...options,
  });
  onTestFinished(() => oidc.close());
  return { ...oidc, lines, logged: (): string => lines.join('') };
};
