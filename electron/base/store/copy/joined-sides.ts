import type { CopySide, CopySource, CopyTarget, Progress, TableShape } from './sides.ts';

/** Two databases that are copied as one, such as two files to one schema of a server. No table is in both. */

const joinedSide = (
  one: CopySide,
  other: CopySide,
): CopySide & { of<T extends CopySide>(table: TableShape, sides: readonly [T, T]): Promise<T> } => {
  let names: Promise<ReadonlySet<string>> | undefined;
  const of = async <T extends CopySide>(table: TableShape, [first, second]: readonly [T, T]): Promise<T> => {
    names ??= one.shapes().then((shapes) => new Set(shapes.map(({ name }) => name)));
    return (await names).has(table.name) ? first : second;
  };
  return {
    place: one.place,
    of,
    shapes: async () => [...(await one.shapes()), ...(await other.shapes())],
    read: async (table, after, most) => (await of(table, [one, other])).read(table, after, most),
    async close() {
      await one.close();
      await other.close();
    },
  };
};

export const joinSources = (one: CopySource, other: CopySource): CopySource => {
  const { of: _, ...side } = joinedSide(one, other);
  return {
    ...side,
    id: one.id,
    highest: async () => new Map([...(await one.highest()), ...(await other.highest())]),
  };
};

/** @param one becomes whole last: what is not there is not served */
export const joinTargets = (one: CopyTarget, other: CopyTarget): CopyTarget => {
  const { of, ...side } = joinedSide(one, other);
  return {
    ...side,
    async state() {
      const states = [await one.state(), await other.state()];
      return states.find((state) => state === 'used') ?? states.find((state) => state === 'begun') ?? 'empty';
    },
    async begin(from): Promise<Progress> {
      const tables: Record<string, Progress['tables'][string]> = {};
      for (const target of [one, other]) {
        const known = (await target.begin(from)).tables;
        for (const { name } of await target.shapes()) {
          const of = known[name];
          if (of !== undefined) tables[name] = of;
        }
      }
      return { from, tables };
    },
    write: async (table, rows, progress) => (await of(table, [one, other])).write(table, rows, progress),
    async finish(highest) {
      await other.finish(highest);
      await one.finish(highest);
    },
  };
};
