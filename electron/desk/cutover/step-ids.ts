/** Steps of a case that stand on its cutover, besides its confirmation. */
export const cutoverStepIds: ReadonlySet<string> = new Set([
  'set-headers',
  'verify-endpoints',
  'complete-cutover',
]);
