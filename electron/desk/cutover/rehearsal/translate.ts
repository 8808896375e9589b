import type { SeedResult } from '#contract/sandbox.ts';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Names companies, connections and rules of an instance as the target does, wherever their ids stand in a text. */
export const translator = (ids: SeedResult): ((text: string) => string) => {
  const named = new Map(
    [ids.companies, ids.connections, ids.rules].flatMap((kind) =>
      Object.entries(kind).map(([ofTarget, ofInstance]) => [ofInstance.toLowerCase(), ofTarget] as const),
    ),
  );
  return (text) => text.replace(uuid, (id) => named.get(id.toLowerCase()) ?? id);
};
