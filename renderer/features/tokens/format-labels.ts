import type { ImportFormat } from '#contract/token-rows.ts';

export const formatLabels: Readonly<Record<ImportFormat, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
};
