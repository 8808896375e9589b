import { describe, expect, test } from 'vitest';
import type { Evidence } from '#contract/eligibility.ts';
import type { Collected } from '#desk/eligibility/collect-files.ts';
import { withManifests } from '#desk/eligibility/manifests.ts';
import { describeSame, sameFilesAs } from '#desk/eligibility/same-files.ts';
import { uuid } from './case-in-memory.ts';
import { scan, traffic } from './evidence.ts';

const base = (scope: string, sketch?: string[], change: Partial<Evidence> = {}): Evidence =>
  scan({ scope, ...(sketch === undefined ? {} : { sketch }), ...change });
const letters = (text: string): string[] => text.split('');

describe('the same files under another name', () => {
  test.each<[string, string, number | undefined]>([
    ['abcd', 'abcd', 1],
    ['abcd', 'abce', 3 / 4],
    ['abcd', 'abef', 1 / 2],
    ['abcd', 'aefg', undefined],
    // Of a large code base only the smallest digests are known.
    ['ab', 'abcdefgh', undefined],
    ['abc', 'abcd', 3 / 4],
    ['cd', 'ab', undefined],
    ['', 'ab', undefined],
    ['ab', '', undefined],
    ['', '', undefined],
  ])('of the digests %j and %j have this share: %s', (a, b, share) => {
    const [one, other] = [base('new', letters(a)), base('old', letters(b))];
    const expected = share === undefined ? [] : [{ evidence: other, share }];
    expect(sameFilesAs(one, [other])).toStrictEqual(expected);
  });
  test('are all of them where the digest of both is the same', () => {
    const other = base('old', undefined, { digest: 'd' });
    expect(sameFilesAs(base('new', letters('ab'), { digest: 'd' }), [other])).toStrictEqual([
      { evidence: other, share: 1 },
    ]);
    expect(sameFilesAs(base('new', undefined, { digest: 'e' }), [other])).toStrictEqual([]);
    expect(sameFilesAs(base('new'), [base('old')])).toStrictEqual([]);
  });
  test('are of source code, and of another name; the most alike come first', () => {
    const one = base('new', letters('abcd'), { digest: 'd' });
    const half = base('half', letters('abef'));
    const most = base('most', letters('abcf'));
    const log = traffic('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 0, { digest: 'd' });
    const found = sameFilesAs(one, [half, log, most, base('new', letters('abcd'))]);
    expect(found.map(({ evidence }) => evidence.scope)).toStrictEqual(['most', 'half']);
    expect(sameFilesAs(log, [{ ...one, digest: 'd' }])).toStrictEqual([]);
  });
  test('are told with their share in hundredths', () => {
    const [one, other] = [base('new'), base('old')];
    expect(describeSame(one, { evidence: other, share: 2 / 3 }, true)).toStrictEqual({
      evidenceId: one.id,
      scope: 'new',
      sameAs: { evidenceId: other.id, scope: 'old', origin: 'app', at: other.at },
      share: 0.67,
      replaced: true,
    });
  });
});

describe('manifests', () => {
  const files = { sha256: 'f'.repeat(64), of: 'manifest' as const };
  const given = (scope: string, manifest?: string): Collected => ({
    ...base(scope),
    files,
    ...(manifest === undefined ? {} : { manifest }),
  });
  const withThose = (collected: Collected[], attachments: object[] = []) => {
    let ids = 0;
    return withManifests(collected, { attachments: attachments as never }, () => uuid(++ids));
  };
  test('are attached by the name of what was read, and evidence names them', () => {
    const { evidence, attached } = withThose([given('apps/web', 'x\n'), given('worker')]);
    const [{ attachment, file }] = attached as [(typeof attached)[number]];
    expect(attached).toHaveLength(1);
    expect(attachment).toStrictEqual({
      id: uuid(1),
      digest: file.digest,
      name: 'apps-web.sha256',
      size: 2,
      secret: false,
    });
    expect([file.content.toString(), file.digest]).toStrictEqual([
      'x\n',
      '73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac',
    ]);
    expect(evidence.map((one) => [one.files, 'manifest' in one])).toStrictEqual([
      [{ ...files, manifest: uuid(1) }, false],
      [files, false],
    ]);
    const long = withThose([given('a'.repeat(400), 'x')]).attached[0]?.attachment.name;
    expect(long).toBe(`${'a'.repeat(293)}.sha256`);
  });
  test('that the case has are not attached again, unless they were erased', () => {
    const digest = '73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac';
    const known = { id: uuid(8), digest };
    const again = withThose([given('app', 'x\n')], [{ id: uuid(7), digest: 'other' }, known]);
    expect(again.attached).toStrictEqual([]);
    expect(again.evidence[0]?.files).toStrictEqual({ ...files, manifest: uuid(8) });
    expect('manifest' in (again.evidence[0] as object)).toBe(false);
    const erased = withThose([given('app', 'x\n')], [{ ...known, erased: true }]);
    expect(erased.evidence[0]?.files?.manifest).toBe(uuid(1));
    const { files: _, ...bare } = given('app', 'x\n');
    expect(withThose([bare]).attached).toStrictEqual([]);
  });
});
