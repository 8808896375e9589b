import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyCommandWrapping } from '#base/key-command.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { textOf } from './pages.ts';

const turn = "tr 'A-Za-z' 'N-ZA-Mn-za-m'";

/**
 * The examples of the guide, run as they stand. The tools of the key services are stand-ins that take and give what the
 * real ones do, and put a letter before it or exchange letters; all else of a line is the system's own.
 */
const tools = {
  aws: `case "$2" in encrypt) { printf W; cat; } | base64 ;; decrypt) tail -c +2 | base64 ;; esac`,
  gcloud: `case "$2" in encrypt) printf W; cat ;; decrypt) tail -c +2 ;; esac`,
  az: 'echo a-token',
  curl: `config=$(cat)
echo "$config" | grep -q '^header = "Authorization: Bearer a-token"$' || exit 9
value=$(echo "$config" | sed -n 's/^data = "{.*\\\\"value\\\\":\\\\"\\(.*\\)\\\\"}"$/\\1/p')
case "$*" in */wrapkey* | */unwrapkey*) ;; *) exit 9 ;; esac
echo "{\\"kid\\":\\"1\\",\\"value\\":\\"$(echo "$value" | ${turn})\\"}"`,
  jq: `sed -n 's/.*"value":"\\([^"]*\\)".*/\\1/p'`,
  vault: `case "$2$3" in *plaintext*) sed 's/^vault:v1://' | ${turn} ;; *) printf 'vault:v1:'; ${turn} ;; esac`,
  age: `case "$1" in --encrypt) echo '-----BEGIN AGE ENCRYPTED FILE-----'; base64; echo '-----END AGE ENCRYPTED FILE-----' ;; *) sed '1d;$d' | base64 -d ;; esac`,
  openssl: 'printf W; cat',
  'pkcs11-tool': 'tail -c +2',
};

const guide = textOf('docs/guides/key-command.md');
const examples = [...guide.matchAll(/^### (.+?)\n[\s\S]*?^```sh\n(#!\/bin\/sh\n[\s\S]*?)^```/gm)].map(
  ([, name = '', script = '']) => ({ name, script }),
);

const executable = (path: string, script: string): void => {
  writeFileSync(path, script);
  chmodSync(path, 0o700);
};

test('the guide has an example for each usual key service', () => {
  expect(examples.map(({ name }) => name)).toEqual([
    'AWS KMS',
    'Google Cloud KMS',
    'Azure Key Vault',
    'HashiCorp Vault, transit',
    'age',
    'PKCS#11',
  ]);
});

test.each(examples)('the example for $name gives back the key that it wrapped', async ({ script }) => {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, body] of Object.entries(tools)) executable(join(bin, name), `#!/bin/sh\n${body}\n`);
  const program = join(folder, 'wrap-key');
  executable(program, script);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const wrapping = keyCommandWrapping({ argv: [program] });
  for (let n = 0; n < 4; n++) {
    const key = randomBytes(32);
    const wrapped = await wrapping.wrap(key);
    expect(await wrapping.unwrap(wrapped)).toEqual(key);
  }
});
