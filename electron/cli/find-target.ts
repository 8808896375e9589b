import type { Target } from '#contract/target.ts';
import type { HttpClient } from './http-client.ts';

/** The id of the target that a person means: by name or id. @throws CommandError if there is none */
export const targetId = async (desk: HttpClient, reference: string): Promise<string> =>
  (await desk.get<Target>(`/api/targets/${encodeURIComponent(reference)}`)).id;
