/** A row of an imported list, as decisions about it find it again. Rows without a ref are known by their line. */
export const companyKey = ({ ref, line, platformKey = '' }: CompanyName): string =>
  JSON.stringify([ref ?? line, platformKey]);

interface CompanyName {
  readonly ref?: string | undefined;
  readonly line: number;
  readonly platformKey?: string | undefined;
}
