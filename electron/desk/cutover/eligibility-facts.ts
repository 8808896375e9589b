import type { EligibilityRow, MigrationRequestView, RowState, Verdict } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';

/**
 * What the cutover needs of eligibility, which it never imports: injected by the desk. All but `catchUp` are pure
 * functions of the case.
 */
export interface EligibilityFacts {
  /** Brings the calls of open observations into the case. */
  catchUp(caseId: string): Promise<void>;
  verdictOf(state: CaseState): Verdict;
  /** The state of one check. */
  rowState(state: CaseState, row: EligibilityRow): RowState | undefined;
  readonly portalHeader: {
    /** The name of the case's secret that holds its value. */
    readonly secretName: string;
    /** It is set, and its value is not known here. */
    isMissing(state: CaseState): boolean;
    /** It was declared equal to the profile's auth header, which changed since. */
    equaledAnother(state: CaseState): boolean;
  };
  readonly request: {
    /** undefined: there is none. */
    stateOf(state: CaseState): 'drafted' | 'sent' | 'confirmed' | undefined;
    /** It does not name the client, and the target's is not known here. */
    lacksClientId(state: CaseState): boolean;
    /** Why it no longer matches the case, in one sentence; undefined if it does, or there is none. */
    whyOutdated(state: CaseState): string | undefined;
    /** @throws CatalogueError `migrationRequest.none`, `migrationRequest.notEligible`, `migrationRequest.outdated` */
    refuseOutdated(state: CaseState): void;
    /** @throws CatalogueError `migrationRequest.none`, `migrationRequest.notSent` */
    refuseUnsent(state: CaseState, wanted: 'granted'): void;
    /** @throws CatalogueError `migrationRequest.none` */
    viewOf(state: CaseState): MigrationRequestView;
  };
}

/** What of it is a pure function of the case. */
export type CaseFacts = Omit<EligibilityFacts, 'catchUp'>;
