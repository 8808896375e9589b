/**
 * What every answer of the alerts endpoints carries: deprecated since (RFC 9745), gone after (RFC 8594), and where
 * that is explained. Source: `docs/reference/rules/legacy.md#alerts-endpoints`.
 */
export const deprecationHeaders = {
  deprecation: `@${Date.UTC(2025, 0, 1) / 1000}`,
  sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
  link: '</docs>; rel="deprecation"; type="text/html"',
} as const;
