import type { Grant, tokenAccesses } from './people.ts';

/**
 * The journal of a desk: a signed chain of the changes of its cases, so that a case that was removed, replaced or put back
 * to an older state by hand shows.
 */

/** A case's chain as it was at that moment. */
export interface CaseHeadNote {
  readonly caseId: string;
  /** Entries of its chain. */
  readonly seq: number;
  /** The chain's digest. */
  readonly digest: string;
}

/** Who a token lets in, and as what; what it is compared with instead of itself. */
export interface TokenNote {
  readonly tokenId: string;
  readonly personId: string;
  readonly name: string;
  readonly access: (typeof tokenAccesses)[number];
  readonly scope: string;
  /** SHA-256 of the token, hex. It is 32 random bytes: nothing can be guessed from it. */
  readonly digest: string;
  readonly ending: string;
  /** UTC, ISO 8601. */
  readonly expires: string;
  /** The token of the same person that the session began with in which this one was created: it ends with that. */
  readonly parentId?: string;
}

/** An entry of the journal: its number, and the chain's digest after it. */
export interface JournalPoint {
  readonly seq: number;
  readonly digest: string;
}

/** What the file beside `desk.db` shows of the journal. `at`: when it was found; UTC, ISO 8601. */
export type HeadFinding =
  /** The journal does not contain its newest head: an older or another `desk.db` was put in place. */
  | { readonly what: 'not-contained'; readonly expected: JournalPoint; readonly at: string }
  /** The file is gone, or was changed by hand. */
  | { readonly what: 'missing' | 'changed'; readonly at: string };

/** Everything, as it is from that entry on. */
export interface DeskNote {
  readonly cases: readonly CaseHeadNote[];
  /** Cases from before there were signatures, whose chains hold under their keyed codes. */
  readonly adopted: readonly CaseHeadNote[];
}

/** All rows of a table as they were: a keyed code over them. */
export interface TableNote {
  readonly table: string;
  /** How many commits had changed it. */
  readonly version: number;
  readonly rows: number;
  /** Keyed, hex. */
  readonly code: string;
}

interface JournalContents {
  /** The first entry. Names the cases that were there already, from before there was a journal. */
  'journal.opened': { readonly cases: readonly CaseHeadNote[] };
  'case.created': CaseHeadNote;
  /** Entries were appended here. */
  'case.extended': CaseHeadNote;
  /** Entries that were made elsewhere were added; `from` is the first of them. */
  'case.imported': CaseHeadNote & { readonly from: number };
  'case.deleted': Pick<CaseHeadNote, 'caseId' | 'digest'>;
  /** Rows that no chain holds were changed. The first one tells of all tables. */
  'rows.sealed': { readonly tables: readonly TableNote[] };
  /** A backup was put in the place of what there was: from here on, cases and rows are as it has them. */
  'desk.restored': DeskNote & { readonly backup: string };
  /** A person took over what there is, although it is not what was last written. */
  'desk.accepted': DeskNote & { readonly reason: string; readonly findings: readonly string[] };
  /** The right `desk.db` was put back; `left` is the head of the one that was there meanwhile. */
  'desk.returned': { readonly left: JournalPoint };
  /** Signed by the former key. */
  'identity.rotated': KeyChange;
  /** The key of another data folder took the place of this one's. Signed by the former key. */
  'identity.moved': KeyChange & {
    /** Keys that the other folder signed with before, rotated by then. */
    readonly earlier: readonly PublicKeyText[];
  };
  /** The former private key is gone: signed by the new one. */
  'identity.lost': Omit<KeyChange, 'proof'>;
  /** Others seal files to another key of this folder from then on. */
  'sealing.replaced': {
    readonly former: string;
    readonly recipient: string;
    readonly how: 'rotated' | 'moved' | 'lost';
  };
  /** A colleague's key. The newest word on a key counts. */
  'signer.trusted': { readonly publicKey: PublicKeyText; readonly name: string };
  'signer.revoked': { readonly publicKey: PublicKeyText; readonly name: string; readonly reason: string };
  'person.added': OfPerson & {
    readonly login: string;
    readonly name: string;
    readonly grants: readonly Grant[];
  };
  'person.renamed': OfPerson & { readonly name: string };
  /** All roles that the person has from then on. */
  'person.granted': OfPerson & { readonly grants: readonly Grant[] };
  /** From then on this account of the provider signs the person in, and no other. */
  'person.linked': OfPerson & { readonly issuer: string; readonly subject: string };
  /** The account signs the person in no more; another one, or the same, may be linked. */
  'person.unlinked': OfPerson;
  /** The provider said that the account is disabled or gone, or that the sign-in has ended: until the next sign-in. */
  'person.refused': OfPerson;
  'person.left': OfPerson;
  'person.returned': OfPerson;
  'person.signedIn': OfPerson & { readonly by: 'provider' | 'token'; readonly tokenId?: string };
  /** A key that the person signs approvals with; `proof`: its signature over who and which key. */
  'person.keyAdded': OfPerson & {
    readonly keyId: string;
    readonly publicKey: PublicKeyText;
    readonly name: string;
    readonly proof: string;
  };
  /** What it signed counts no more, unless it was used before. */
  'person.keyRemoved': OfPerson & { readonly keyId: string };
  /** What needs a second person there, from then on. */
  'policy.changed': { readonly scope: string; readonly writes: boolean; readonly overrides: boolean };
  'token.issued': TokenNote;
  'token.revoked': OfPerson & { readonly tokenId: string };
  /** A legal hold: from then on nothing of the case is erased or deleted, until it is released. */
  'case.held': { readonly caseId: string; readonly reason: string };
  'case.released': { readonly caseId: string; readonly reason: string };
  /** How long cases are kept from then on: all of them, or one. `desk`, of a case: as the desk keeps them. */
  'retention.changed': { readonly caseId?: string; readonly rule: number | 'keep' | 'desk' };
  /** The case is deleted then, if it is as it was at its entry `seq`, and the rule still says so. */
  'retention.announced': {
    readonly caseId: string;
    readonly seq: number;
    readonly days: number;
    /** UTC, ISO 8601. */
    readonly removal: string;
  };
  /** Comes with the case's deletion. */
  'retention.applied': { readonly caseId: string; readonly days: number };
  /** From here on, or from the beginning, what is recorded leaves for another place. */
  'audit.streamAdded': AuditStreamNote & { readonly from: 'now' | 'beginning' };
  'audit.streamChanged': AuditStreamNote & { readonly changed: readonly string[] };
  /** Nothing after this entry is sent. */
  'audit.streamRemoved': Pick<AuditStreamNote, 'streamId' | 'name' | 'origin'>;
  /** How it ended; `left`: entries of the journal that did not leave, where that is known. */
  'audit.streamEnded': Pick<AuditStreamNote, 'streamId' | 'name' | 'origin'> & {
    readonly delivered: boolean;
    readonly left?: number;
  };
}

interface OfPerson {
  readonly personId: string;
}

/** An audit stream as it is from that entry on. */
export interface AuditStreamNote {
  readonly streamId: string;
  readonly name: string;
  /** Of its URL: a path may be a secret. */
  readonly origin: string;
  readonly format: string;
  readonly detail: string;
  readonly paused: boolean;
  /** Keyed code over all of its settings, hex. */
  readonly settings: string;
}

/** 32 bytes in base64. */
type PublicKeyText = string;

interface KeyChange {
  readonly former: PublicKeyText;
  readonly publicKey: PublicKeyText;
  /** The new key's signature over the place of this entry: nobody else's journal can name it as its own. */
  readonly proof: string;
}

export type JournalKind = keyof JournalContents;
export type JournalAction = {
  [Kind in JournalKind]: { readonly kind: Kind; readonly content: JournalContents[Kind] };
}[JournalKind];
