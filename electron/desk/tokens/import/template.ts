import { stringify } from 'csv-stringify/sync';
import type { CatalogueIntegration } from '#contract/integration.ts';
import { columnOf } from '#contract/token-columns.ts';
import type { ImportFormat } from '#contract/token-rows.ts';

/** A file to fill in: the right columns, and one row of examples. Its tokens are ones that an import refuses. */
export const templateOf = (integration: CatalogueIntegration, format: ImportFormat): string => {
  const row: Record<string, string> = {
    ref: 'customer-1',
    name: 'Example Company',
    platform: integration.platformKey,
  };
  for (const { name, example } of integration.credentials) row[columnOf(name)] = example;
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`;
  if (format === 'json') return `${JSON.stringify([row], null, 2)}\n`;
  // Those that may stay empty are shown where that costs nothing.
  const optional = { companyId: '', connectionId: '', description: '' };
  return stringify([{ ...row, ...optional }], { header: true });
};
