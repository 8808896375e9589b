import { type Static, Type } from 'typebox';
import { refCharacters } from './answer-format.ts';
import { AnsweredForm } from './answered-form.ts';
import { Closed, Keyed, MapOf, OneOf, searchMaxLength, UtcDate, Uuid } from './common.ts';
import { SelectionOf } from './selection.ts';
import { CauseName, Failure } from './token-causes.ts';

/** Rows of a token migration: one company's connection to one platform each. Source: `docs/reference/rules/tokens.md#order-of-calls`. */

export const importFormats = ['csv', 'json', 'jsonl'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const PlatformKey = Type.String({ pattern: '^[a-z]{4}$', description: 'Such as gbol.' });
/** What a company is found again by: its tag `migrationRef`. */
export const MigrationRef = Type.String({ minLength: 1, maxLength: refCharacters });

/** What a column may be of, besides a credential field by its name. */
export const rowColumns = ['ref', 'name', 'platform', 'companyId', 'connectionId', 'description'] as const;
export type RowColumn = (typeof rowColumns)[number];

const Mapping = MapOf(Type.String({ maxLength: 200 }), {
  description:
    'Column headers by field (ref, name, platform, companyId, connectionId, description, or a credential). Others are detected.',
});

export const TokenImportRequest = Closed(
  {
    path: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'Absolute, on the machine of Carryover.' }),
    ),
    content: Type.Optional(Type.String({ description: 'Pasted list, instead of a path.' })),
    armored: Type.Optional(
      Type.Boolean({
        description:
          'The content is a binary sealed file, armored here: its SHA-256 is that of the file as it was.',
      }),
    ),
    /** Its recorded name (default: the file name). */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    format: Type.Optional(OneOf(importFormats)),
    platformKey: Type.Optional(PlatformKey),
    mapping: Type.Optional(Mapping),
    sealed: Type.Optional(
      Type.Boolean({ description: 'Refuse a file that is not sealed. One named *.age always has to be.' }),
    ),
    /** Validates only: nothing is kept. */
    dryRun: Type.Optional(Type.Boolean()),
  },
  { title: 'TokenImportRequest' },
);
export type TokenImportRequest = Static<typeof TokenImportRequest>;

/** A file to fill in, with one row that an import refuses. */
export const TokenTemplate = Closed(
  {
    platformKey: PlatformKey,
    format: OneOf(importFormats),
    fileName: Type.String(),
    content: Type.String(),
  },
  { title: 'TokenTemplate' },
);
export type TokenTemplate = Static<typeof TokenTemplate>;
export const TokenTemplateQuery = Type.Object({ format: Type.Optional(OneOf(importFormats)) });

/** One thing that is wrong. `row` is the line or the number that a person finds it by; without a row it is about the file. Never holds a value of a secret. */
export const RowProblem = Closed({
  row: Type.Optional(Type.Integer({ minimum: 1 })),
  ref: Type.Optional(Type.String()),
  column: Type.Optional(Type.String({ description: 'Header in the file.' })),
  field: Type.Optional(Type.String()),
  message: Type.String(),
});
export type RowProblem = Static<typeof RowProblem>;

/** The most problems of one import that are kept and listed; the rest is counted. */
export const listedProblems = 1000;

export const ImportColumn = Closed({
  header: Type.String({ description: 'Masked where it looks like a value instead of a name.' }),
  field: Type.Optional(Type.String({ description: 'Field it holds; omitted if unused.' })),
  how: OneOf('given', 'guessed', 'unused'),
});
export type ImportColumn = Static<typeof ImportColumn>;

/** The sealed file that a list came in. */
export const SealedList = Closed({
  recipient: Type.String({ description: 'Recipient of this data folder that it was sealed to: age1…' }),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the sealed file, hex.' }),
});

export const TokenImportResult = Closed(
  {
    importId: Type.Optional(Uuid),
    name: Type.String(),
    format: OneOf(importFormats),
    encoding: Type.String(),
    delimiter: Type.Optional(Type.String()),
    sealed: Type.Optional(SealedList),
    /** Of a list in a filled-in form; `parts`: the others, which `exchange import` puts on record. */
    form: Type.Optional(AnsweredForm),
    columns: Type.Array(ImportColumn),
    rows: Type.Integer({ minimum: 0 }),
    ready: Type.Integer({ minimum: 0 }),
    invalid: Type.Integer({ minimum: 0 }),
    /** Ready rows that replace earlier ones that were not migrated yet. */
    replaced: Type.Integer({ minimum: 0 }),
    /** Replaced rows with the same credentials as before. */
    same: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Earlier invalid rows that these replace. */
    superseded: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Rows left unchanged: already migrated, running, or in a run that has not ended. */
    unchanged: Type.Integer({ minimum: 0 }),
    byPlatform: MapOf(Type.Integer({ minimum: 0 })),
    /** Compared with earlier imports; absent if there are none. `gone`: rows missing from this file, which stay. */
    changes: Type.Optional(
      Closed({
        new: Type.Integer({ minimum: 0 }),
        replaced: Type.Integer({ minimum: 0 }),
        unchanged: Type.Integer({ minimum: 0 }),
        gone: Type.Integer({ minimum: 0 }),
      }),
    ),
    problems: Type.Array(RowProblem),
    problemCount: Type.Integer({ minimum: 0 }),
    /** Points to review that keep no row from being migrated. */
    remarks: Type.Array(Type.String()),
    /** The first rows as they were read; secret or unknown values are masked. */
    preview: Type.Array(MapOf(Type.String())),
  },
  { title: 'TokenImportResult' },
);
export type TokenImportResult = Static<typeof TokenImportResult>;

export const rowStates = [
  /** Its problems are kept, its credentials are not. */
  'invalid',
  /** Not started, or to be continued. */
  'ready',
  /** Started, not ended. */
  'running',
  /** Everything is sent; its datasets are syncing. */
  'syncing',
  'done',
  'failed',
  'undone',
] as const;
export type RowState = (typeof rowStates)[number];

/** As lists show a row: one that is excluded by name is that, whatever state it has reached. */
export const shownRowStates = [...rowStates, 'excluded'] as const;
export type ShownRowState = (typeof shownRowStates)[number];

/** How a company or a connection came to be used. */
export const origins = ['created', 'found', 'given'] as const;
export type Origin = (typeof origins)[number];

/** One row with its state on the case's target. */
export const TokenRow = Closed(
  {
    id: Type.Integer(),
    line: Type.Integer({ description: 'Line in the import.' }),
    ref: Type.Optional(MigrationRef),
    name: Type.Optional(Type.String()),
    platformKey: Type.Optional(Type.String()),
    state: OneOf(shownRowStates),
    /** Of one that is excluded by name. */
    excluded: Type.Optional(Closed({ by: Type.String(), reason: Type.String(), at: UtcDate })),
    /** Why it is held although it is ready. */
    held: Type.Optional(Type.String()),
    /** Of a row that is held: the cause, where it has one of its own. */
    heldCause: Type.Optional(CauseName),
    problems: Type.Optional(Type.Array(RowProblem)),
    companyId: Type.Optional(Uuid),
    companyOrigin: Type.Optional(OneOf(origins)),
    connectionId: Type.Optional(Uuid),
    connectionOrigin: Type.Optional(OneOf(origins)),
    /** Credentials as the fields say: masked where secret. */
    fields: MapOf(Type.String()),
    calls: Type.Integer(),
    /** In calls, ms. */
    callMs: Type.Integer(),
    started: Type.Optional(UtcDate),
    ended: Type.Optional(UtcDate),
    /** Datasets by final status. */
    datasets: MapOf(Type.Integer()),
    failure: Type.Optional(Failure),
    note: Type.Optional(Type.String()),
    /** Whether its credentials are still kept, sealed. */
    secretsKept: Type.Boolean(),
  },
  { title: 'TokenRow' },
);
export type TokenRow = Static<typeof TokenRow>;
export const TokenRows = Keyed(TokenRow);
const rowFilters = {
  state: Type.Optional(OneOf(shownRowStates)),
  platform: Type.Optional(PlatformKey),
  cause: Type.Optional(CauseName),
  q: Type.Optional(
    Type.String({ maxLength: searchMaxLength, description: 'Part of a ref, a name, or an id.' }),
  ),
};
export const TokenRowQuery = Type.Object({
  ...rowFilters,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
});
export type TokenRowQuery = Static<typeof TokenRowQuery>;

export const RowReferenceQuery = Closed({
  ref: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Beginning of a reference; A to Z also match a to z.',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});
export type RowReferenceQuery = Static<typeof RowReferenceQuery>;

/** Rows found by their reference, with where they are and nothing of their credentials. */
export const RowReferences = Closed(
  {
    results: Type.Array(
      Closed({
        caseId: Uuid,
        caseName: Type.Optional(
          Type.String({ description: 'Omitted if the case has no name, or cannot be read.' }),
        ),
        rowId: Type.Integer(),
        ref: MigrationRef,
        name: Type.Optional(Type.String()),
        platformKey: Type.Optional(Type.String()),
      }),
      { description: 'By reference.' },
    ),
    more: Type.Boolean({ description: 'true: other rows fit too, after these.' }),
  },
  { title: 'RowReferences' },
);
export type RowReferences = Static<typeof RowReferences>;

const TokenRowFilter = Closed(rowFilters);
export type TokenRowFilter = Static<typeof TokenRowFilter>;
/** Rows by id, or all of a filter as it is evaluated when the request arrives. */
export const TokenRowSelection = SelectionOf(TokenRowFilter, Type.String({ pattern: '^[0-9]{1,15}$' }));
export type TokenRowSelection = Static<typeof TokenRowSelection>;

/** All rows of a case, counted by their state on its target. */
export const TokenRowCounts = Closed(
  {
    rows: Type.Integer(),
    states: MapOf(Type.Integer(), { description: 'By state; states without rows are omitted.' }),
    held: Type.Integer({ description: 'Among the ready rows.' }),
    heldCauses: Type.Optional(
      MapOf(Type.Integer(), { description: 'Held rows by cause, if they have one.' }),
    ),
    platforms: MapOf(Type.Integer()),
    causes: MapOf(Type.Integer(), { description: 'Failed rows by cause.' }),
  },
  { title: 'TokenRowCounts' },
);
export type TokenRowCounts = Static<typeof TokenRowCounts>;
