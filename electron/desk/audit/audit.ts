import type {
  AuditEvent,
  AuditExportQuery,
  AuditRemoval,
  AuditSecret,
  AuditStream,
  AuditStreamAdded,
  AuditStreamPatch,
  AuditStreamRequest,
  AuditTest,
} from '#contract/audit.ts';

/** What the desk records leaves for other places: streams of it, and a file on request. */
export interface Audit {
  list(): Promise<AuditStream[]>;
  /** By id or name. @throws CatalogueError `audit.notFound` */
  show(reference: string): Promise<AuditStream>;
  /** @throws CatalogueError `audit.tooMany`, `audit.nameTaken`, `request.invalid` */
  add(request: AuditStreamRequest, actor: string): Promise<AuditStreamAdded>;
  /** @throws CatalogueError `audit.notFound`, `audit.lost`, `audit.nameTaken`, `request.invalid` */
  change(reference: string, patch: AuditStreamPatch, actor: string): Promise<AuditStream>;
  /** The former secret signs for another day. @throws CatalogueError `audit.notFound`, `audit.lost`, `audit.noSecret` */
  rotate(reference: string, actor: string): Promise<AuditSecret>;
  /** Sends an event that tells of nothing. @throws CatalogueError `audit.notFound`, `audit.lost` */
  test(reference: string): Promise<AuditTest>;
  /** Its removal is its last event, which is waited for. @throws CatalogueError `audit.notFound` */
  remove(reference: string, actor: string): Promise<AuditRemoval>;
  /** What was recorded in a time, in order. @throws CatalogueError `request.invalid` */
  events(query: AuditExportQuery): AsyncGenerator<AuditEvent>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
