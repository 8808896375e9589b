import type { CaseView } from '#contract/case.ts';

/** What the menu of a case opens in a dialog. */
export interface CaseDialogProps {
  readonly found: CaseView;
  readonly onClose: () => void;
}
