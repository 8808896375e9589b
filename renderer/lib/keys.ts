/**
 * Keys of the query cache, from the general to the particular: what an announcement makes stale is named by a
 * beginning of these. Everything of one case is below `cases.of(id)`.
 */
export const keys = {
  about: ['about'] as const,
  health: ['health'] as const,
  clock: {
    all: ['clock'] as const,
    now: ['clock', 'now'] as const,
    upcoming: ['clock', 'upcoming'] as const,
  },
  cases: {
    all: ['cases'] as const,
    list: ['cases', 'list'] as const,
    of: (caseId: string) => ['cases', caseId] as const,
    presence: (caseId: string) => ['presence', caseId] as const,
    dualRun: (caseId: string) => ['cases', caseId, 'cutover', 'dual-run'] as const,
  },
  jobs: { all: ['jobs'] as const, of: (jobId: string) => ['jobs', jobId] as const },
  endpoints: {
    all: ['endpoints'] as const,
    of: (webhookId: string) => ['endpoints', webhookId] as const,
  },
  messages: {
    all: ['messages'] as const,
    index: ['message-index'] as const,
    activity: ['message-activity'] as const,
    list: (filters: unknown) => ['messages', 'list', filters] as const,
    of: (messageId: string) => ['messages', 'one', messageId] as const,
  },
  resends: {
    all: ['resends'] as const,
    list: ['resends', 'list'] as const,
    of: (id: string) => ['resends', id] as const,
  },
  requests: ['requests'] as const,
  /** One of them; what is logged never changes. */
  request: ['request'] as const,
  recording: ['recording'] as const,
  receiver: ['receiver'] as const,
  keys: ['api-keys'] as const,
  faults: ['faults'] as const,
  sandboxes: ['sandboxes'] as const,
  states: ['states'] as const,
  scenarios: ['scenarios'] as const,
  settings: ['settings'] as const,
  cutover: ['cutover'] as const,
  targets: ['targets'] as const,
  companies: ['companies'] as const,
  integrations: ['integrations'] as const,
  backups: ['backups'] as const,
  storage: {
    tables: ['storage', 'tables'] as const,
    compaction: ['storage', 'compaction'] as const,
  },
  identity: ['identity'] as const,
  approvals: ['approvals'] as const,
  approvalKeys: ['approval-keys'] as const,
  policies: ['policies'] as const,
  auditStreams: ['audit-streams'] as const,
  session: ['session'] as const,
  signInWays: ['sign-in-ways'] as const,
  people: ['people'] as const,
  notifications: ['notifications'] as const,
  account: ['account'] as const,
  integrity: ['integrity'] as const,
  retention: ['retention'] as const,
};
