import { describe, expect, it } from 'vitest';
import { codeBasesOf, outcomesOf, recorded, recordedSets } from '#test/support/source-record.ts';

const howToRecord = (set: string, name: string): string =>
  `Mentions in ${set}/${name} are settled otherwise than on record. If the new outcomes are right, record them: node test/fixtures/source-corpus/record.ts ${set}`;

/** What the scan says of every mention in code that people may write: a change of it is to be seen, and reviewed. */
describe.each(recordedSets)('outcomes on record of %s', (set) => {
  const known = recorded(set);

  it('are those of its code bases', () => {
    expect([...known.keys()]).toEqual(codeBasesOf(set));
  });

  it.each(codeBasesOf(set))('%s', async (name) => {
    expect(await outcomesOf(set, name), howToRecord(set, name)).toBe(known.get(name));
  });
});
