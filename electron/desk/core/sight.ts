/** Which cases and targets somebody may see. */
export interface Sight {
  /** Ids of targets, with their cases; undefined: all there are. */
  readonly targets: readonly string[] | undefined;
  /** Ids of cases besides those of the targets. */
  readonly cases: readonly string[];
}

export const everything: Sight = { targets: undefined, cases: [] };

export const seesAll = ({ targets }: Sight): boolean => targets === undefined;

export const seesTarget = ({ targets }: Sight, id: string): boolean =>
  targets === undefined || targets.includes(id);

export const seesCase = (sight: Sight, { id, targetId }: { id: string; targetId: string }): boolean =>
  seesTarget(sight, targetId) || sight.cases.includes(id);
