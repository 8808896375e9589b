import type { CaseSummary, CaseView } from '#contract/case.ts';
import type { HttpClient } from './http-client.ts';

/** The case that a person means: by name, id, or the beginning of one. @throws CommandError if there is none, or several */
export const findCase = async (desk: HttpClient, reference: string): Promise<CaseView> =>
  desk.get<CaseView>(casePath(await findSummary(desk, reference)));

/** What a list shows of it: also of a case whose chain is damaged, so that this can be looked into. */
export const findSummary = (desk: HttpClient, reference: string): Promise<CaseSummary> =>
  desk.get<CaseSummary>(`/api/cases/find?reference=${encodeURIComponent(reference)}`);

export const casePath = ({ id }: Pick<CaseSummary, 'id'>, rest = ''): string => `/api/cases/${id}${rest}`;
