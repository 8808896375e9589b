import type { ExportRequest } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';

/** Exports a case, and saves its file. `path` is undefined if the person cancelled. @throws ApiError */
export const saveCaseFile = async (caseId: string, caseName: string, post: ExportRequest) => {
  const { bytes } = await api.file(`/api/cases/${caseId}/export`, { post });
  return { bytes, path: await saveFile({ bytes, name: `${fileName(caseName)}.carryover` }) };
};

/** Safe on every file system. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'case';
