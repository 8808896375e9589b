import type { Origin } from '#contract/token-rows.ts';
import type { Run, RunStep } from '#contract/token-runs.ts';

/** Values of a token migration, as shown. */

/** Where a run happens. */
export const placeOf = ({
  kind,
  targetId,
  targetName,
}: Pick<Run, 'kind' | 'targetId' | 'targetName'>): string => {
  if (kind === 'rehearsal') return 'Temporary instance';
  return targetId === 'local' ? 'Local service' : `“${targetName}”`;
};

export const stepLabels: Readonly<Record<RunStep, string>> = {
  company: 'Find or create company',
  connection: 'Find or create connection',
  authorization: 'Submit tokens',
  sync: 'Start sync',
  verify: 'Verify datasets and link',
  unlink: 'Unlink connection',
  'delete-connection': 'Delete connection',
  'delete-company': 'Delete company',
};

export const originLabels: Readonly<Record<Origin, string>> = {
  created: 'created by this migration',
  found: 'found on the target',
  given: 'from the import',
};
