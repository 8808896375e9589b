import { useOutletContext } from 'react-router';
import type { CaseView } from '#contract/case.ts';

/** The case whose screen is shown. */
export const useCase = (): CaseView => useOutletContext<CaseView>();
