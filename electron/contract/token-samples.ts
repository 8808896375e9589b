import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { TargetId } from './target.ts';
import { MigrationRef } from './token-rows.ts';

/**
 * A random sample of migrated companies, read back from the target. Source: `docs/reference/rules/tokens.md#sample`.
 */

/** The most rows of one sample: all of them are in one entry of the chain. */
export const largestSample = 1000;

export const sampleOutcomes = ['as-expected', 'differs', 'unread'] as const;
export type SampleOutcome = (typeof sampleOutcomes)[number];

export const SampleRow = Closed({
  ref: MigrationRef,
  platformKey: Type.String(),
  companyId: Uuid,
  connectionId: Uuid,
  outcome: OneOf(sampleOutcomes),
  details: Type.Array(Type.String({ maxLength: 500 }), {
    maxItems: 20,
    description: 'In what it differs, or why it could not be read.',
  }),
});
export type SampleRow = Static<typeof SampleRow>;

/** What the chain keeps of a sample, with every row of it. */
export const SampleCheck = Closed({
  /** The run with the results of the migrated rows. */
  runId: Uuid,
  targetId: TargetId,
  targetName: Type.String(),
  seed: Type.String({ minLength: 1, maxLength: 100 }),
  of: Type.Integer({ minimum: 0, description: 'Migrated rows that the sample was drawn from.' }),
  rows: Type.Array(SampleRow, { maxItems: largestSample }),
});
export type SampleCheck = Static<typeof SampleCheck>;

export const SampleRequest = Closed(
  {
    size: Type.Integer({ minimum: 1, maximum: largestSample, description: 'Rows to read back.' }),
    seed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\p{Cc}]+$',
        description: 'The same seed and the same migrated rows give the same sample (default: a random one).',
      }),
    ),
  },
  { title: 'TokenSampleRequest' },
);
export type SampleRequest = Static<typeof SampleRequest>;

/** One that is on record. */
export const RecordedSample = Closed(
  { ...SampleCheck.properties, seq: Type.Integer({ minimum: 1 }), at: UtcDate, actor: Type.String() },
  { title: 'TokenSample' },
);
export type RecordedSample = Static<typeof RecordedSample>;
export const RecordedSamples = Closed(
  { results: Type.Array(RecordedSample, { description: 'Newest first.' }) },
  { title: 'TokenSamples' },
);
export type RecordedSamples = Static<typeof RecordedSamples>;
