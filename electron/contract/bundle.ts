import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { EntrySigner } from './signature-states.ts';

/**
 * A bundle: the reports of a case, its audit chain and a signed list of these files, in one zip. Anyone can check it without
 * Carryover. Source: `docs/guides/verify-a-report.md`.
 */

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

/** The point of the audit chain that all files are of. */
const Point = Closed({ seq: Type.Integer({ minimum: 1 }), at: UtcDate, digest: Sha256 });

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.json.minisig';
export const publicKeyName = 'minisign.pub';
export const chainName = 'chain.json';

/** Without folders, and nothing that any file system or shell takes for more than a name. */
export const bundledName = /^[a-z0-9][a-z0-9-]{0,59}(\.[a-z0-9]{1,10}){1,2}$/;

export const BundleManifest = Closed(
  {
    format: Type.Literal('carryover-bundle'),
    version: Type.Literal(1),
    product: Type.String({ description: 'Product name and version.' }),
    case: Closed({ id: Uuid, name: Type.String(), integrator: Type.String() }),
    point: Point,
    files: Type.Array(
      Closed({
        name: Type.String({ pattern: bundledName.source }),
        size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
        sha256: Sha256,
      }),
      { minItems: 1, maxItems: 100, description: 'All but this one, its signature and the public key.' },
    ),
  },
  { title: 'BundleManifest' },
);
export type BundleManifest = Static<typeof BundleManifest>;

const Hex = Type.Union([Sha256, Type.Null()]);

/** The audit chain of a case up to a point. Its contents hold no secrets: those are kept apart from it. */
export const ChainFile = Closed(
  {
    format: Type.Literal('carryover-chain'),
    version: Type.Literal(1),
    caseId: Uuid,
    digest: Sha256,
    entries: Type.Array(
      Closed({
        seq: Type.Integer({ minimum: 1 }),
        at: Type.String(),
        actor: Type.String(),
        kind: Type.String(),
        /** As text, so that the commitment can be checked without knowing the canonical form of JSON (RFC 8785). */
        content: Type.String({ description: 'Canonical JSON.' }),
        digest: Sha256,
        /** Null once the content was erased. All four are null in an entry from before signatures. */
        salt: Hex,
        commitment: Hex,
        signer: Type.Union([Type.String(), Type.Null()]),
        signature: Type.Union([Type.String(), Type.Null()]),
      }),
      { minItems: 1 },
    ),
  },
  { title: 'ChainFile' },
);
export type ChainFile = Static<typeof ChainFile>;

/**
 * `whole`: nothing was changed, and the key is known. `changed`: something was, whoever signed. `unknown-key`: nothing was
 * changed since it was signed, by a key that nobody here knows, or nobody signed it.
 */
export const reportOutcomes = ['whole', 'changed', 'unknown-key'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Exit codes of `carryover report verify`. */
export const reportExitCodes: Readonly<Record<ReportOutcome, number>> = {
  whole: 0,
  changed: 3,
  'unknown-key': 4,
};

export const ReportProblem = Closed({
  file: Type.String({ description: 'The file that is not as it was signed.' }),
  what: Type.String({ description: 'A sentence.' }),
});
export type ReportProblem = Static<typeof ReportProblem>;

/** What is known of a bundle, or of a file with a signature beside it. */
export const ReportVerification = Closed({
  outcome: OneOf(reportOutcomes),
  problems: Type.Array(ReportProblem),
  /** Absent where no whole signature names one. */
  signer: Type.Optional(EntrySigner),
  /** Of a bundle whose manifest could be read: what it says of itself, true only if the outcome is `whole`. */
  manifest: Type.Optional(BundleManifest),
});
export type ReportVerification = Static<typeof ReportVerification>;
