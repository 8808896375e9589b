import { type Static, Type } from 'typebox';
import { AdoptionStatement, CaseEntry, caseFileFormat } from './case.ts';
import { Closed, UtcDate, Uuid } from './common.ts';
import { TargetRequest } from './target.ts';

const Hex = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** `salt` is null where the content was erased. None of the four is there in an entry from before signatures. */
const FileEntry = Closed({
  ...CaseEntry.properties,
  salt: Type.Optional(Type.Union([Hex, Type.Null()])),
  commitment: Type.Optional(Hex),
  signature: Type.Optional(Type.String()),
});

/** What of a damaged case is not in its file. */
export const CaseCut = Closed(
  {
    after: Type.Integer({ minimum: 1, description: 'The last entry in the file.' }),
    of: Type.Integer({ description: 'Entries that the case is known to have had.' }),
    why: Type.Optional(
      Type.String({ description: 'Why the chain ends there. Omitted where the chain is whole.' }),
    ),
    missing: Type.Array(
      Closed({
        attachment: Type.Optional(Type.String({ description: 'Its name, if it is one.' })),
        what: Type.String({ description: 'A sentence.' }),
      }),
      { description: 'What belongs to these entries and can not be read, or was changed.' },
    ),
  },
  { title: 'CaseCut' },
);
export type CaseCut = Static<typeof CaseCut>;

/** A case in one file. `digest` is that of its chain, so that the file can be held against the desk that it came from. */
export const CaseFile = Closed(
  {
    format: Type.Literal(caseFileFormat),
    version: Type.Integer(),
    exported: UtcDate,
    caseId: Type.String({
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      description: 'A UUID, in lower case.',
    }),
    digest: Type.String(),
    entries: Type.Array(FileEntry, { minItems: 1 }),
    /** Of entries from before there were signatures. */
    adoptions: Type.Optional(Type.Array(AdoptionStatement, { maxItems: 100 })),
    /** Contents by digest, base64; those that hold secrets are not here. */
    attachments: Type.Array(Closed({ digest: Type.String(), content: Type.String() })),
    /** Where the case is carried out, without its key. Absent for the local service. */
    target: Type.Optional(
      Closed({ id: Uuid, ...Type.Omit(TargetRequest, ['apiKey', 'caPem', 'proxyUrl']).properties }),
    ),
    leftOut: Closed({
      secrets: Type.Integer({ description: 'How many secrets are not in the file.' }),
      attachments: Type.Array(Type.String({ description: 'Names of attachments that are not in the file.' })),
    }),
    /** Only in a file of version 6 or 7: the case was damaged, and this is its longest sound part. */
    cut: Type.Optional(CaseCut),
    /** A SecretBundle as JSON, sealed under a key that scrypt makes of the passphrase. */
    sealed: Type.Optional(
      Closed({
        kdf: Type.Literal('scrypt'),
        cost: Type.Integer({ minimum: 1024, maximum: 1_048_576 }),
        blockSize: Type.Integer({ minimum: 1, maximum: 32 }),
        salt: Type.String({ description: 'Base64.' }),
        content: Type.String({ description: 'Base64.' }),
      }),
    ),
    /** Who wrote the file; over all of it. Not in files of versions 1 and 2. */
    exporter: Type.Optional(
      Closed({
        signer: Type.String({ description: 'The public key of the data folder, base64.' }),
        signature: Type.String(),
      }),
    ),
  },
  { title: 'CaseFile' },
);
export type CaseFile = Static<typeof CaseFile>;

export const SecretBundle = Closed({
  target: Type.Optional(Closed({ apiKey: Type.String(), caPem: Type.Optional(Type.String()) })),
  secrets: Type.Array(Closed({ name: Type.String(), value: Type.String() })),
  attachments: Type.Array(Closed({ digest: Type.String(), content: Type.String() })),
});
export type SecretBundle = Static<typeof SecretBundle>;
