import { credentialOf, type Field } from '#contract/token-columns.ts';
import type { Columns } from './columns.ts';
import type { Platform } from './platforms.ts';
import type { SourceRow } from './source-row.ts';

/**
 * Finds secret columns whose contents were swapped. Every secret has the form of every other, so that no row is refused
 * for it; but if most values under accessToken name themselves `refresh…`, a remark asks for a review.
 */
export interface SecretSwaps {
  check(source: SourceRow, columns: Columns, platform: Platform | undefined): void;
  /** Remarks on the file as a whole; never a value. */
  remarks(): string[];
}

interface FieldValues {
  readonly header: string;
  values: number;
  /** How many values name another field. */
  readonly named: Map<Field, number>;
}

export const createSecretSwaps = (): SecretSwaps => {
  const seen = new Map<Field, FieldValues>();
  const known = new Map<Platform, ReadonlyMap<Field, string>>();
  const stemsOf = (platform: Platform): ReadonlyMap<Field, string> => {
    const stems = known.get(platform) ?? secretStems(platform);
    known.set(platform, stems);
    return stems;
  };

  return {
    check({ cells }, { credentials, all }, platform) {
      if (platform === undefined) return;
      const stems = stemsOf(platform);
      for (const { field, at } of credentials) {
        const own = stems.get(field);
        const value = cells[at]?.trim() ?? '';
        if (own === undefined || value === '') continue;
        const one = seen.get(field) ?? { header: all[at]?.header ?? field, values: 0, named: new Map() };
        seen.set(field, one);
        one.values++;
        const other = otherNamed(value, own, stems);
        if (other !== undefined) one.named.set(other, (one.named.get(other) ?? 0) + 1);
      }
    },
    remarks: () =>
      [...seen].flatMap(([field, { header, values, named }]) =>
        [...named]
          .filter(([, count]) => count * 2 > values)
          .map(
            ([other, count]) =>
              `The column "${header}" is read as ${credentialOf(field)}, but ${count} of its ${values} values look like ${credentialOf(other)}. Are the two columns swapped? Platforms reject swapped tokens.`,
          ),
      ),
  };
};

/** The other field that a value names itself after. */
const otherNamed = (value: string, own: string, stems: ReadonlyMap<Field, string>): Field | undefined => {
  const words = value.toLowerCase().split(/[^a-z]+/);
  const names = (stem: string): boolean => words.some((word) => word.startsWith(stem));
  return names(own) ? undefined : [...stems].find(([, stem]) => stem !== own && names(stem))?.[0];
};

/** What the value of a secret field may begin with: the first word of its name, if no other secret field has it. */
const secretStems = ({ fields }: Platform): ReadonlyMap<Field, string> => {
  const stems = [...fields]
    .filter(([, { secret }]) => secret)
    .map(([field]) => [field, /^[a-z]+/.exec(credentialOf(field))?.[0] ?? ''] as const);
  return new Map(
    stems.filter(([, stem]) => stem !== '' && stems.filter(([, other]) => other === stem).length === 1),
  );
};
