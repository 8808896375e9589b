import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest } from '#contract/parity.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Recordings on the disk. */

export const written = (name: string, content: string | Buffer): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
};

export const jsonLines = (requests: readonly unknown[]): string =>
  requests.map((request) => `${JSON.stringify(request)}\n`).join('');

/** As a browser or a proxy writes it, with more than is read. */
export const har = (requests: readonly RecordedRequest[], base64 = false): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a proxy', version: '1' },
      entries: requests.map(({ at, url, headers, body, statusCode = 0 }) => ({
        startedDateTime: at,
        time: 12.5,
        request: {
          method: 'POST',
          url,
          httpVersion: 'HTTP/1.1',
          headers: Object.entries(headers).map(([name, value]) => ({ name, value, comment: '' })),
          queryString: [{ name: 'tenant', value: 'blue' }],
          postData: {
            mimeType: 'application/json',
            ...(base64
              ? { encoding: 'base64', text: Buffer.from(String(body)).toString('base64') }
              : { text: body }),
          },
        },
        response: { status: statusCode, headers: [], content: { text: '{"startedDateTime":"never"}' } },
      })),
    },
  });
