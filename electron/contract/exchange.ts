import { type Static, Type } from 'typebox';
import { answeredRefs, answerFormat, answerVersion, callbackCharacters } from './answer-format.ts';
import { AnsweredForm, answerParts } from './answered-form.ts';
import { Closed, MapOf, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { FormLanguage } from './form-language.ts';
import { GivenBy } from './given-by.ts';
import { DetailField, Estimate, Window, WindowView } from './runbook.ts';
import { MigrationRef, PlatformKey, TokenImportResult } from './token-rows.ts';

/**
 * What goes between support and the integrator: a form as a single HTML file, and the file that it makes, sealed for the
 * data folder that the form came from. Source: `docs/reference/rules/exchange.md`.
 */

export const formFormat = 'carryover-form';

/** The most companies that a form lists; of more, it takes refs and names as text. */
export const listedCompanies = 1000;

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

/** What a form is made with. No value of a detail is in it, secret or not. */
export const ExchangeForm = Closed({
  format: Type.Literal(formFormat),
  version: Type.Literal(answerVersion),
  formId: Uuid,
  caseId: Uuid,
  caseName: VisibleName,
  integrator: VisibleName,
  language: FormLanguage,
  platformName: Text(200),
  exportedAt: UtcDate,
  exportedBy: VisibleName,
  /** `age1…`: whom the file is sealed for. */
  recipient: Text(200),
  /** Of the recipient, to compare with the one told in another way. */
  fingerprint: Text(200),
  /** Whether one is on record already. */
  fields: Type.Array(Closed({ ...DetailField.properties, supplied: Type.Boolean() })),
  /** Credentials of each company, which are columns of the token list. */
  companyFields: Type.Array(DetailField),
  platformKey: PlatformKey,
  /** Where another window may be proposed. */
  window: Type.Optional(
    Closed({
      ...Window.properties,
      local: WindowView.properties.local,
      agreed: Type.Boolean({ description: 'The integrator agreed to it already.' }),
    }),
  ),
  estimate: Type.Optional(Type.Pick(Estimate, ['companies', 'likelyMs', 'worstMs'])),
  callbackUrl: Type.Optional(Text(2048)),
  /** Companies whose syncing is not confirmed to be disabled. */
  companies: Type.Array(Closed({ ref: MigrationRef, name: Type.String() }), { maxItems: listedCompanies }),
  companiesOpen: Type.Integer({ minimum: 0 }),
});
export type ExchangeForm = Static<typeof ExchangeForm>;

const LocalTime = Text(40);
/** What a filled-in form says; the token list follows it in the file. */
export const ExchangeAnswer = Closed({
  format: Type.Literal(answerFormat),
  version: Type.Literal(answerVersion),
  formId: Uuid,
  caseId: Uuid,
  /** Who filled it in. */
  name: VisibleName,
  role: VisibleName,
  /** By the clock of the machine that it was filled in on. */
  at: UtcDate,
  /** Details by name. */
  fields: MapOf(Type.String({ minLength: 1, maxLength: 4000 })),
  window: Type.Optional(
    Type.Union([
      Closed({ agreed: Uuid }),
      Closed({ proposed: Closed({ zone: Text(60), start: LocalTime, end: LocalTime }) }),
    ]),
  ),
  /** URLs registered with the platform. */
  callbackUrls: Type.Optional(Text(callbackCharacters)),
  /** `refs`: refs or names of companies. `list`: every company of the token list. */
  syncing: Type.Optional(
    Closed({ refs: Type.Array(MigrationRef, { maxItems: answeredRefs }), list: Type.Boolean() }),
  ),
  tokens: Type.Optional(
    Closed({ name: Text(300), bytes: Type.Integer({ minimum: 1 }), digest: Digest, rows: Type.Integer() }),
  ),
});
export type ExchangeAnswer = Static<typeof ExchangeAnswer>;

/** What the chain keeps, by kind of entry. */
export const exchangeContents = {
  /** Before it leaves the desk. */
  formExported: Closed({
    formId: Uuid,
    digest: Type.Unsafe<string>({ ...Digest, description: 'SHA-256 of the HTML file, hex.' }),
    recipient: Text(200),
  }),
  /** Before anything of it is put on record. No value of a detail is in it. */
  answerReceived: Closed({
    given: GivenBy,
    answered: UtcDate,
    parts: Type.Array(OneOf(answerParts), { maxItems: answerParts.length }),
    list: Type.Optional(Closed({ name: Text(300), digest: Digest, rows: Type.Integer({ minimum: 0 }) })),
  }),
} as const;

export const ExportedForm = Closed(
  {
    formId: Uuid,
    fileName: Type.String(),
    language: FormLanguage,
    digest: Type.Unsafe<string>({ ...Digest, description: 'SHA-256 of the HTML file, hex.' }),
    recipient: Type.String(),
    fingerprint: Type.String(),
    content: Type.String({ description: 'One self-contained HTML file.' }),
  },
  { title: 'ExportedForm' },
);
export type ExportedForm = Static<typeof ExportedForm>;

export const AnswerImportRequest = Closed(
  {
    path: Type.String({ minLength: 1, description: 'Absolute, or of an upload: the sealed file.' }),
    name: Type.Optional(Text(300)),
    dryRun: Type.Optional(Type.Boolean({ description: 'Check everything and record nothing.' })),
  },
  { title: 'ExchangeAnswerRequest' },
);
export type AnswerImportRequest = Static<typeof AnswerImportRequest>;

export const AnswerImportResult = Closed(
  {
    dryRun: Type.Boolean(),
    name: Type.String(),
    ...AnsweredForm.properties,
    /** Absent for a file that is new here. */
    before: Type.Optional(Closed({ at: UtcDate, by: Type.String() })),
    /** Parts that the integrator left out. */
    leftOut: Type.Array(OneOf(answerParts)),
    remarks: Type.Array(Type.String()),
    tokens: Type.Optional(TokenImportResult),
  },
  { title: 'ExchangeAnswerResult' },
);
export type AnswerImportResult = Static<typeof AnswerImportResult>;
