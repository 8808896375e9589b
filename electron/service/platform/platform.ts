import type { CompanyAccessToken } from '#contract/access.ts';
import type { Branding } from '#contract/branding.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { Company, CompanyPatch, CompanyRequest, Connection } from '#contract/company.ts';
import type { CustomDataType, CustomRecord, SupplementalDataConfig } from '#contract/custom-data.ts';
import type { DataTypeStatus, DataValidation, PullOperation } from '#contract/data.ts';
import type { CatalogueIntegration, Integration } from '#contract/integration.ts';
import type { PushChange, PushOperation, PushOptionView } from '#contract/push.ts';
import type { SeedResult, Snapshot, TokenRequest, TokenSet } from '#contract/sandbox.ts';
import type {
  ClientSyncSettingsRequest,
  CompanySyncSettingsRequest,
  LevelSettings,
} from '#contract/sync-settings.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import type { CompanyVersion } from '#service/store/companies.ts';
import type { Reader, Tx } from '#service/store/store.ts';

/** What this module offers to the API and to the composition root. Every method throws `CatalogueError`. */
export interface Platform {
  readonly companies: Companies;
  readonly connections: Connections;
  readonly data: Data;
  readonly syncSettings: SyncSettings;
  readonly pushes: Pushes;
  readonly products: Products;
  readonly customData: CustomData;
  readonly accessTokens: AccessTokens;
  readonly integrations: Integrations;
  readonly linking: Linking;
  issueTokens(request: TokenRequest): Promise<TokenSet[]>;
  /** When access tokens that the simulated platforms issued run out next, ms UTC, and of how many sets. */
  tokenExpiry(
    reader: Reader,
    now: number,
  ): Promise<{ readonly at: number; readonly count: number } | undefined>;
  /** Ends of data syncs. */
  readonly syncs: TimedSource;
  /** Starts of data syncs by schedule. */
  readonly schedules: TimedSource;
  /** Ends of pushes. */
  readonly pushEnds: TimedSource;
  /** Companies with at least one Linked connection; the rate limit's size follows from it. */
  linkedCompanies(reader: Reader): Promise<number>;
  /** A company as events carry it. @throws CatalogueError `company.notFound` */
  companyIn(reader: Reader, companyId: string): Promise<Company>;
  /** Writes a snapshot's companies and connections without events. Answers ids of the snapshot to ids here. */
  seed(tx: Tx, snapshot: Snapshot): Promise<Pick<SeedResult, 'companies' | 'connections'>>;
}

export interface Companies {
  create(request: CompanyRequest, createdBy: string): Promise<Company>;
  /** Each company as a form of the caller's. */
  list<Form>(page: PageQuery, forms: CompanyForms<Form>): Promise<PageOf<Form>>;
  /**
   * As `list`, with the revision that it is of: while that stays the same, so does every list.
   * @param known a revision of which the caller has the page: it is not read again then
   */
  listUnless<Form>(
    known: number | undefined,
    page: PageQuery,
    forms: CompanyForms<Form>,
  ): Promise<{ readonly revision: number; readonly page: PageOf<Form> | undefined }>;
  show(companyId: string): Promise<Company>;
  replace(companyId: string, request: CompanyRequest): Promise<Company>;
  change(companyId: string, patch: CompanyPatch): Promise<Company>;
  remove(companyId: string): Promise<void>;
}

/** What a caller makes of companies, and may keep: a company stays the same while its version does. */
export interface CompanyForms<Form> {
  /** What `make` made of this version, if it is still there: the company needs not be read then. Only of a state. */
  find(version: CompanyVersion): Form | undefined;
  make(version: CompanyVersion, company: Company): Form;
}

export interface Connections {
  create(companyId: string, platformKey: string): Promise<Connection>;
  list(companyId: string, page: PageQuery): Promise<PageOf<Connection>>;
  show(companyId: string, connectionId: string): Promise<Connection>;
  unlink(companyId: string, connectionId: string): Promise<Connection>;
  remove(companyId: string, connectionId: string): Promise<void>;
  /** Checks form only; what is wrong with a token shows in the sync. Never starts a sync. */
  authorize(companyId: string, connectionId: string, body: Record<string, unknown>): Promise<Connection>;
}

export interface Data {
  syncAll(companyId: string): Promise<void>;
  queue(companyId: string, dataType: string, connectionId?: string): Promise<PullOperation>;
  queueCustom(companyId: string, connectionId: string, identifier: string): Promise<PullOperation>;
  status(companyId: string): Promise<Record<string, DataTypeStatus>>;
  history(companyId: string, page: PageQuery): Promise<PageOf<PullOperation>>;
  dataset(companyId: string, datasetId: string): Promise<PullOperation>;
  validation(companyId: string, datasetId: string): Promise<DataValidation>;
}

export interface WantedPush {
  readonly companyId: string;
  readonly connectionId: string;
  readonly dataType: string;
  readonly change: PushChange;
  /** Absent for one that is created. */
  readonly recordId?: string;
  /** Absent for one that is deleted. */
  readonly record?: Record<string, unknown>;
  readonly timeoutMinutes?: number | undefined;
}

export interface Pushes {
  options(companyId: string, connectionId: string, dataType: string): Promise<PushOptionView>;
  push(wanted: WantedPush): Promise<PushOperation>;
  list(companyId: string, page: PageQuery): Promise<PageOf<PushOperation>>;
  show(companyId: string, pushOperationKey: string): Promise<PushOperation>;
}

export interface Products {
  /** One that the company has already stays as it is. */
  add(companyId: string, product: string): Promise<void>;
  remove(companyId: string, product: string): Promise<void>;
  refresh(companyId: string, product: string): Promise<void>;
}

export interface CustomData {
  supplemental(platformKey: string, dataType: string): Promise<SupplementalDataConfig>;
  setSupplemental(
    platformKey: string,
    dataType: string,
    config: SupplementalDataConfig,
  ): Promise<SupplementalDataConfig>;
  show(platformKey: string, identifier: string): Promise<CustomDataType>;
  set(platformKey: string, identifier: string, config: CustomDataType): Promise<CustomDataType>;
  records(
    companyId: string,
    connectionId: string,
    identifier: string,
    page: PageQuery,
  ): Promise<PageOf<CustomRecord>>;
}

export interface AccessTokens {
  ofCompany(companyId: string): Promise<CompanyAccessToken>;
  forConnections(companyId: string): Promise<Pick<CompanyAccessToken, 'accessToken'>>;
}

/** Answers hold every data type, as it applies. */
export interface SyncSettings {
  ofClient(): Promise<LevelSettings>;
  setOfClient(request: ClientSyncSettingsRequest): Promise<void>;
  ofCompany(companyId: string): Promise<LevelSettings>;
  setOfCompany(companyId: string, request: CompanySyncSettingsRequest): Promise<void>;
}

export interface Integrations {
  list(page: PageQuery): Promise<PageOf<Integration>>;
  show(platformKey: string): Promise<Integration>;
  branding(platformKey: string): Promise<Branding>;
  /** The catalogue's own entries, with credential fields. */
  readonly catalogue: readonly CatalogueIntegration[];
}

/** The simulated link page. Linking through it triggers "fetch on first link". */
export interface Linking {
  /** Self-contained HTML without script: what the company's end customer would see. */
  page(companyId: string, connectionId?: string): Promise<string>;
  /** The person agreed: PendingAuth, Unlinked or Deauthorized → Linked. */
  complete(companyId: string, connectionId: string): Promise<Connection>;
  /** The person refused or it failed: `connection.failed`; the status stays. */
  fail(companyId: string, connectionId: string): Promise<Connection>;
}
