import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, UtcDate, Uuid } from './common.ts';
import { type Language, languages } from './languages.ts';
import { type Paper, papers, reportFormats, reportKinds } from './report-kinds.ts';
import { LegalHold } from './retention.ts';
import { CaseTimeline } from './timeline.ts';

/**
 * Reports: what a case shows at a point of its audit chain, as a document that knows no format. It is what the JSON
 * format writes. Source: `docs/architecture.md`.
 */

export {
  isForPeople,
  type Paper,
  papers,
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportKinds,
} from './report-kinds.ts';

export const ReportKindName = OneOf(reportKinds);

export const ReportQuery = Type.Object({
  format: Type.Optional(OneOf(reportFormats)),
  at: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Last entry of the audit chain that the report covers (default: the last one).',
    }),
  ),
  paper: Type.Optional(Type.Unsafe<Paper>({ ...OneOf(papers), description: 'Of PDF (default: a4).' })),
  zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'IANA time zone of HTML, PDF and Markdown (default: UTC).',
    }),
  ),
  language: Type.Optional(
    Type.Unsafe<Language>({
      ...OneOf(languages),
      description: 'Of what Carryover says in HTML, PDF and Markdown (default: en).',
    }),
  ),
  without: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]+(,[a-z0-9-]+)*$',
      maxLength: 1000,
      description: 'Ids of sections to leave out, separated by commas. The report names them.',
    }),
  ),
});

/** Headers of the answer that say which point of the chain it is a report of. */
export const reportSeqHeader = 'x-carryover-seq';
export const reportDigestHeader = 'x-carryover-digest';

export const tones = ['ok', 'warn', 'bad'] as const;
export type Tone = (typeof tones)[number];
const ToneName = OneOf(tones);

/** `duration` in ms, `instant` in ISO 8601 UTC, `id` for digests and ids, `state` for one of a few words. */
export const valueKinds = ['text', 'id', 'integer', 'duration', 'instant', 'state'] as const;
export type ValueKind = (typeof valueKinds)[number];

const Value = Type.Union([Type.String(), Type.Number()]);
export type ReportValue = Static<typeof Value>;

const meaning = {
  kind: OneOf(valueKinds),
  words: Type.Optional(MapOf(Type.String(), { description: 'Labels of values.' })),
  tones: Type.Optional(MapOf(ToneName, { description: 'Tones of values.' })),
  ours: Type.Optional(
    Type.Boolean({ description: "Its values are Carryover's own sentences, which a language translates." }),
  ),
};

export const ReportColumn = Closed({
  key: Type.String(),
  title: Type.String(),
  ...meaning,
  below: Type.Optional(
    Type.String({ description: 'Shown to people in the cell of this column, under its value.' }),
  ),
  dataOnly: Type.Optional(Type.Boolean({ description: 'Only in JSON and CSV.' })),
});
export type ReportColumn = Static<typeof ReportColumn>;

export const ReportTable = Closed({
  block: Type.Literal('table'),
  id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  caption: Type.String(),
  columns: Type.Array(ReportColumn),
  rows: Type.Array(MapOf(Value), { description: 'By the key of a column; unknown values are omitted.' }),
  none: Type.String({ description: 'Text shown without rows.' }),
  wide: Type.Optional(Type.Boolean({ description: 'Printed in landscape format.' })),
});
export type ReportTable = Static<typeof ReportTable>;

/** Bars one below the other, each of parts in the order of the series. */
export const ReportChart = Closed({
  block: Type.Literal('chart'),
  id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  caption: Type.String(),
  /** What is counted, in the plural. */
  unit: Type.String(),
  series: Type.Array(Closed({ name: Type.String(), tone: Type.Optional(ToneName) })),
  bars: Type.Array(
    Closed({
      name: Type.String(),
      values: Type.Array(Type.Integer({ minimum: 0 }), { description: 'One for each of the series.' }),
    }),
  ),
});
export type ReportChart = Static<typeof ReportChart>;

export const ReportBlock = Type.Union([
  Closed({ block: Type.Literal('text'), text: Type.String() }),
  Closed({ block: Type.Literal('note'), tone: ToneName, text: Type.String() }),
  Closed({ block: Type.Literal('quote'), text: Type.String(), by: Type.String() }),
  Closed({ block: Type.Literal('list'), items: Type.Array(Type.String()) }),
  Closed({
    block: Type.Literal('facts'),
    facts: Type.Array(Closed({ name: Type.String(), value: Value, ...meaning })),
  }),
  Closed({
    block: Type.Literal('figures'),
    figures: Type.Array(
      Closed({ name: Type.String(), value: Type.Integer(), tone: Type.Optional(ToneName) }),
    ),
  }),
  ReportTable,
  ReportChart,
  Closed({ block: Type.Literal('timeline'), ...CaseTimeline.properties }),
]);
export type ReportBlock = Static<typeof ReportBlock>;
export type ReportFact = Extract<ReportBlock, { block: 'facts' }>['facts'][number];
export type ReportFigure = Extract<ReportBlock, { block: 'figures' }>['figures'][number];

export const ReportSection = Closed({
  id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  level: Type.Union([Type.Literal(2), Type.Literal(3)]),
  title: Type.String(),
  blocks: Type.Array(ReportBlock),
});
export type ReportSection = Static<typeof ReportSection>;

export const ReportDocument = Closed(
  {
    format: Type.Literal('carryover-report'),
    version: Type.Literal(1),
    kind: ReportKindName,
    title: Type.String(),
    case: Closed({ id: Uuid, name: Type.String(), integrator: Type.String() }),
    /** What `verify --expect` holds the chain against. */
    point: Closed({
      seq: Type.Integer({ minimum: 1 }),
      at: UtcDate,
      digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    product: Type.String({ description: 'Product name and version.' }),
    hold: Type.Optional(
      Type.Union([LegalHold, Type.Literal('unknown')], {
        description:
          'The legal hold of the case when the report was made, as the journal of the desk says; omitted without one. `unknown`: the journal is not as it was written.',
      }),
    ),
    summary: Closed({ tone: Type.Optional(ToneName), text: Type.String() }),
    sections: Type.Array(ReportSection),
    /** Only if some are. */
    leftOut: Type.Optional(
      Type.Array(Closed({ id: Type.String(), title: Type.String() }), {
        description: 'Sections that this report was made without.',
      }),
    ),
    /** Never in JSON, whose times are UTC. */
    zone: Type.Optional(Type.String({ description: 'IANA time zone of times with an offset.' })),
    table: Type.String({ description: 'The id of the main table: what the CSV format writes.' }),
  },
  { title: 'Report' },
);
export type ReportDocument = Static<typeof ReportDocument>;
