import type { PostgresMigrations } from '#base/store/postgres/builds.ts';
import { inPostgres } from '#base/store/postgres/ddl.ts';
import { jobStatements } from '#desk/store/migrations/0013-jobs.ts';
import { auditStreamStatements } from '#desk/store/migrations/0014-audit-streams.ts';
import { personSignInStatements } from '#desk/store/migrations/0015-person-sign-ins.ts';
import { notificationMarkStatements } from '#desk/store/migrations/0016-notification-marks.ts';
import { rowKeyStatements } from '#desk/store/migrations/vault-0002-row-keys.ts';
import { keptTexts, onServer, tables } from './tables.ts';
import { triggerStatements } from './triggers.ts';

/** Append-only, as those of `desk.db` and `vault.db`. */
export const postgresMigrations: PostgresMigrations = {
  '0001-initial': [...inPostgres(tables), ...onServer, ...triggerStatements],
  '0002-row-keys': inPostgres(rowKeyStatements),
  '0003-kept-texts': [...keptTexts],
  '0004-jobs-expand': inPostgres(jobStatements),
  '0005-audit-streams-expand': inPostgres(auditStreamStatements),
  '0006-person-sign-ins-expand': inPostgres(personSignInStatements),
  '0007-notification-marks-expand': inPostgres(notificationMarkStatements),
};
