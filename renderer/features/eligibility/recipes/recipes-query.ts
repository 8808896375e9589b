import type { EmailRecipes } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { upload } from '#renderer/lib/upload.ts';

/**
 * The recipes follow from rules, which are the target's and not the case's: they are not read again with every change of
 * the case.
 * @param file exported rules, in place of the target's
 */
export const recipesQuery = (caseId: string, file: File | undefined) => ({
  queryKey: [...keys.targets, 'recipes', caseId, file?.name, file?.lastModified],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EmailRecipes> => {
    const read = (rulesFile?: string) =>
      api.get<EmailRecipes>(`/api/cases/${caseId}/recipes`, { query: { rulesFile }, signal });
    if (file === undefined) return read();
    const path = localDesk()?.pathOf(file) ?? '';
    if (path !== '') return read(path);
    const sent = await upload(file, file.name, { signal, onProgress: () => {} });
    try {
      return await read(sent.path);
    } finally {
      void api.delete(`/api/uploads/${sent.id}`).catch(() => undefined);
    }
  },
});
