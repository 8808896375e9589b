import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { mappingFormats } from './mapping-formats.ts';
import { rowStates } from './token-rows.ts';

/**
 * The mapping file: row reference → companyId, connectionId, status, for the integrator's database. Source:
 * `docs/reference/rules/tokens.md#mapping-file`.
 */

/** The parts of a reconciliation. */
export const mappingStatuses = ['migrated', 'failed', 'excluded', 'held', 'open'] as const;

export const MappingRow = Closed({
  ref: Type.Optional(
    Type.String({ description: 'As it was imported; a row without one is known by its line.' }),
  ),
  platformKey: Type.Optional(Type.String()),
  status: OneOf(mappingStatuses),
  companyId: Type.Optional(Uuid),
  connectionId: Type.Optional(Uuid),
  connectionStatus: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  state: Type.Unsafe<(typeof rowStates)[number]>({
    ...OneOf(rowStates),
    description: 'At the end of the last run.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it is not migrated.' })),
  approvedBy: Type.Optional(Type.String({ description: 'Of an excluded row.' })),
  line: Type.Integer({ description: 'Line of the import.' }),
  importId: Type.Optional(Uuid),
});
export type MappingRow = Static<typeof MappingRow>;

const count = Type.Integer({ minimum: 0 });

export const MappingDocument = Closed(
  {
    format: Type.Literal('carryover-mapping'),
    version: Type.Literal(1),
    product: Type.String({ description: 'Product name and version.' }),
    case: Closed({ id: Uuid, name: Type.String(), integrator: Type.String() }),
    /** What `verify --expect` holds the chain against. */
    point: Closed({
      seq: Type.Integer({ minimum: 1 }),
      at: UtcDate,
      digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    run: Type.Optional(
      Closed(
        { runId: Uuid, targetId: Type.String(), targetName: Type.String(), ended: UtcDate },
        {
          description:
            'The last run with results: the rows are as it left them. Omitted before there is one.',
        },
      ),
    ),
    counts: Closed({
      source: count,
      migrated: count,
      failed: count,
      excluded: count,
      held: count,
      open: count,
    }),
    missing: Type.Integer({
      minimum: 0,
      description: 'Source rows that no results tell of, and that are not listed.',
    }),
    final: Type.Boolean({ description: 'Every source row is listed, and none is open.' }),
    rows: Type.Array(MappingRow, { description: 'By ref, platform and line.' }),
  },
  { title: 'Mapping' },
);
export type MappingDocument = Static<typeof MappingDocument>;

export const MappingQuery = Type.Object({
  format: Type.Optional(OneOf(mappingFormats)),
  at: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Last entry of the audit chain to include.',
    }),
  ),
});
