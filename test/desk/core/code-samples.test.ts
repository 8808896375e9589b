import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '#base/new-secret.ts';
import { packageRoot } from '#base/package-root.ts';
import { sampleLanguages } from '#contract/cutover.ts';
import { codeSamples, sampleFiles, sampleTopics } from '#desk/core/code-samples.ts';
import { grammarOf, loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { signature, signingKey } from '#service/webhooks/signing.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const folder = join(packageRoot(), 'resources', 'code-samples');
const grammars = { node: 'javascript' } as Record<string, string>;

beforeAll(() => loadGrammars());

describe.each(sampleTopics())('samples of %s', (topic) => {
  const samples = codeSamples(topic) ?? {};
  test('are there in every language, and nothing else is', () => {
    expect(Object.keys(samples)).toStrictEqual([...sampleLanguages]);
    expect(readdirSync(join(folder, topic)).toSorted()).toStrictEqual(Object.values(sampleFiles).toSorted());
  });
  test.each(sampleLanguages)('can be parsed as %s, and are short', (language) => {
    const text = samples[language] ?? '';
    const tree = grammarOf(grammars[language] ?? language)?.parser.parse(text);
    expect(tree?.rootNode.toString()).not.toMatch(/ERROR|MISSING/);
    expect(tree?.rootNode.hasError).toBe(false);
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 130)).toStrictEqual([]);
  });
});

test('the parser finds what is broken', () => {
  const broken = codeSamples('verify-signature')?.go?.replace('{', '(') ?? '';
  expect(grammarOf('go')?.parser.parse(broken)?.rootNode.hasError).toBe(true);
});

test('the desk answers with a topic, and names them all for one that there is not', async () => {
  const { call } = await startDesk();
  const found = await call('GET', '/api/code-samples/verify-signature');
  expect(found.body).toStrictEqual({
    topic: 'verify-signature',
    samples: codeSamples('verify-signature'),
  });
  const missing = await call('GET', '/api/code-samples/nothing');
  expect([missing.status, missing.body.error]).toStrictEqual([
    404,
    expect.stringContaining('deduplicate, drop-retry-after'),
  ]);
  expect((await call('GET', '/api/code-samples/..%2F..')).status).toBe(400);
});

/** One webhook as it is to be judged. */
interface Webhook {
  readonly secret: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
const secret = newSecret();
const body = '{"id":"x","text":"Zoë – 東京"}';
const now = () => Math.floor(Date.now() / 1000);
const signed = (timestamp = now(), keys = [signingKey(secret)], id = 'msg_1'): Webhook => ({
  secret,
  headers: {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature(keys, id, timestamp, body),
  },
  body,
});
const without = (name: string): Webhook => {
  const { [name]: _, ...headers } = signed().headers;
  return { ...signed(), headers };
};
const withHeader = (name: string, value: string): Webhook => ({
  ...signed(),
  headers: { ...signed().headers, [name]: value },
});
const other = signingKey(newSecret());
const cases: [string, Webhook, boolean][] = [
  ['as it is sent', signed(), true],
  ['after a rotation, the second one valid', signed(now(), [other, signingKey(secret)]), true],
  ['4 minutes old', signed(now() - 240), true],
  ['of another secret', signed(now(), [other]), false],
  ['tampered with', { ...signed(), body: `${body} ` }, false],
  ['10 minutes old', signed(now() - 600), false],
  ['10 minutes ahead', signed(now() + 600), false],
  ['of another id', withHeader('webhook-id', 'msg_2'), false],
  ['of another time', withHeader('webhook-timestamp', String(now() - 30)), false],
  ['with a time that is none', withHeader('webhook-timestamp', 'now'), false],
  ['with an empty signature', withHeader('webhook-signature', ''), false],
  ['with a short signature', withHeader('webhook-signature', 'v1,AAAA'), false],
  ['with text that is not ASCII', withHeader('webhook-signature', 'v1,é'), false],
  [
    'of another version',
    withHeader('webhook-signature', signed().headers['webhook-signature']?.replace('v1', 'v2') ?? ''),
    false,
  ],
  ['without an id', without('webhook-id'), false],
  ['without a time', without('webhook-timestamp'), false],
  ['without a signature', without('webhook-signature'), false],
];
const expected = cases.map(([name, , verdict]) => [name, verdict]);
const webhooks = JSON.stringify(cases.map(([, webhook]) => webhook));

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
/** Runs a program on the webhooks: it prints its verdicts as JSON. */
const judged = (command: string, args: string[], cwd: string): unknown => {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, input: webhooks, encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([0, '']);
  return (JSON.parse(stdout) as boolean[]).map((verdict, index) => [cases[index]?.[0], verdict]);
};
/** A folder with the sample and a program that uses it. */
const beside = (
  language: keyof typeof sampleFiles,
  name: string,
  program: string,
  as = sampleFiles[language],
): string => {
  const place = temporaryFolder();
  cpSync(join(folder, 'verify-signature', sampleFiles[language]), join(place, as));
  writeFileSync(join(place, name), program);
  return place;
};

const compileJava = (cwd: string, files: readonly string[]): void => {
  const { status, stderr } = spawnSync('javac', ['-encoding', 'UTF-8', ...files], { cwd, encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([0, '']);
};

describe('the samples that verify a signature judge as the service signs', () => {
  test('in Node', async () => {
    const { verifySignature } = await import(join(folder, 'verify-signature/node.js'));
    const verdicts = cases.map(([name, one]) => [
      name,
      verifySignature(one.secret, one.headers, Buffer.from(one.body)),
    ]);
    expect(verdicts).toStrictEqual(expected);
  });
  test.skipIf(!has('python3', '--version'))('in Python', () => {
    const place = beside(
      'python',
      'main.py',
      `import json, sys
from python import verify_signature
print(json.dumps([verify_signature(w["secret"], w["headers"], w["body"].encode()) for w in json.load(sys.stdin)]))`,
    );
    expect(judged('python3', ['main.py'], place)).toStrictEqual(expected);
  });
  test.skipIf(!has('javac', '-version'))('in Java', () => {
    const lines = cases.map(([, one]) => {
      const headers = Object.entries(one.headers).map(
        ([name, value]) => `"${name}", ${JSON.stringify(value)}`,
      );
      return `WebhookSignature.verify("${one.secret}", java.util.Map.of(${headers.join(', ')}), ${JSON.stringify(one.body)}.getBytes("UTF-8"))`;
    });
    const main = `class Main { public static void main(String[] a) throws Exception { System.out.println(java.util.List.of(${lines.join(',\n')})); } }`;
    const place = beside('java', 'Main.java', main, 'WebhookSignature.java');
    compileJava(place, ['WebhookSignature.java', 'Main.java']);
    expect(judged('java', ['-cp', '.', 'Main'], place)).toStrictEqual(expected);
  });
  test.skipIf(!has('php', '--version'))('in PHP', () => {
    const place = beside(
      'php',
      'main.php',
      `<?php require 'php.php';
echo json_encode(array_map(fn ($w) => verify_signature($w['secret'], $w['headers'], $w['body']), json_decode(stream_get_contents(STDIN), true)));`,
    );
    expect(judged('php', ['main.php'], place)).toStrictEqual(expected);
  });
  test.skipIf(!has('ruby', '--version'))('in Ruby', () => {
    const place = beside(
      'ruby',
      'main.rb',
      `require 'json'
require_relative 'ruby'
puts JSON.generate(JSON.parse(STDIN.read).map { |w| verify_signature(w['secret'], w['headers'], w['body']) })`,
    );
    expect(judged('ruby', ['main.rb'], place)).toStrictEqual(expected);
  });
});

test.skipIf(!has('python3', '--version'))('every sample in Python compiles', () => {
  const compile = 'import sys\nfor path in sys.argv[1:]: compile(open(path).read(), path, "exec")';
  const files = sampleTopics().map((topic) => join(folder, topic, 'python.py'));
  const { status, stderr } = spawnSync('python3', ['-c', compile, ...files], { encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([0, '']);
});

test.skipIf(!has('javac', '-version'))('every sample in Java compiles', () => {
  const place = temporaryFolder();
  const files = sampleTopics().map((topic) => {
    cpSync(join(folder, topic, 'java.java'), join(place, `${topic}.java`));
    return `${topic}.java`;
  });
  compileJava(place, files);
});
