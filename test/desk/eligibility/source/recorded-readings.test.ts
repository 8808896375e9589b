import { expect, it } from 'vitest';
import { readingOf, readingSources, recordedReading } from '#test/support/source-readings.ts';

const howToRecord = (name: string): string =>
  `${name} is read otherwise than on record. If the new reading is right, record it: node test/fixtures/source-readings/record.ts ${name}`;

/** Models, values and regions of constructs that each language writes in its own way: a change is to be seen, and reviewed. */
it.each(readingSources)('%s is read as on record', async (name) => {
  expect(await readingOf(name), howToRecord(name)).toBe(recordedReading(name));
});
