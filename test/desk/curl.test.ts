import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { curlOf } from '#desk/api/curl.ts';

test('a shell reads the curl command as it was meant, whatever is in it', async () => {
  const url = "http://127.0.0.1:9/it's/{a}/[1-2]?x=$HOME&y=`id`";
  const body = '{"name":"O\'Brien & \\"Sons\\"","note":"$(id)\nsecond line"}';
  const command = curlOf({
    url,
    headers: [
      { name: 'X-Note', value: "don't; $PATH !!" },
      { name: 'X-Empty', value: '' },
    ],
    body,
    remarks: [],
  });
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  expect(stdout.split('\0').slice(0, -1)).toEqual([
    '--request',
    'POST',
    url,
    '--globoff',
    '--header',
    "X-Note: don't; $PATH !!",
    '--header',
    'X-Empty;',
    '--data-raw',
    body,
  ]);
});
