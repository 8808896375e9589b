import { StartError } from '#local/start-error.ts';

/**
 * What a process of a store does: answers the public API; has the desk, or waits for it; delivers and does what falls due;
 * carries out runs, jobs and observations. The desk and what it runs are one process's.
 * Source: `docs/decisions/2026-11-28-one-desk-at-a-time.md`.
 */
export const roles = ['api', 'desk', 'deliver', 'run'] as const;
export type Role = (typeof roles)[number];

/**
 * @param asked comma-separated; left out: CARRYOVER_ROLES, else all
 * @throws StartError
 */
export const chooseRoles = (asked: string | undefined, isOnServer: boolean): ReadonlySet<Role> => {
  const text = asked ?? (process.env.CARRYOVER_ROLES || roles.join());
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !roles.some((role) => role === name));
  if (unknown.length > 0) {
    throw refused(
      `There is no role "${unknown.join('", "')}"`,
      `Name some of ${roles.join(', ')}, separated by commas`,
    );
  }
  const chosen = new Set(names as Role[]);
  if (chosen.size < roles.length && !isOnServer) {
    throw refused(
      'A store in files of the data folder has a single process, which needs all roles',
      'Leave --roles out, or name a store on a server with --store',
    );
  }
  if (chosen.has('desk') !== chosen.has('run')) {
    throw refused(
      'The process that has the desk carries out its runs: what a run knows is in memory',
      'Name both desk and run, or neither',
    );
  }
  return chosen;
};

const refused = (what: string, mend: string): StartError =>
  new StartError(`${what}. Nothing was started or changed. ${mend}.`);
