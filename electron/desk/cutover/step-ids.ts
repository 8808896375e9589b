/** Steps of a case that depend on its cutover, besides its confirmation. */
export const cutoverStepIds: ReadonlySet<string> = new Set([
  'set-headers',
  'verify-endpoints',
  'complete-cutover',
]);
