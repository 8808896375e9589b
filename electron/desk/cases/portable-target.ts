import { systemTime } from '#base/clock.ts';
import type { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { localTargetId } from '#contract/target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { insertTarget, readTarget, readTargets } from '#desk/store/targets.ts';
import { openTargetKey, targetRow } from '#desk/targets/target-row.ts';

type Plain = NonNullable<CaseFile['target']>;
type Secret = NonNullable<SecretBundle['target']>;

/** A case's target, as it travels with the case. */
export interface PortableTargets {
  /**
   * undefined for the local service, which every desk has, and for a target that is gone. Without its secret, where the
   * key that it was sealed under is lost.
   */
  take(reader: Reader, targetId: string): Promise<{ plain: Plain; secret?: Secret } | undefined>;
  /**
   * Adds it, unless it is here. Answers what a person should know.
   * @throws CatalogueError `request.invalid`, as if it were added by hand
   */
  give(tx: Tx, plain: Plain, secret: Secret | undefined): Promise<string | undefined>;
}

export const createPortableTargets = ({ sealer, announce }: DeskContext): PortableTargets => ({
  async take(reader, targetId) {
    const row = targetId === localTargetId ? undefined : await readTarget(reader, targetId);
    if (row === undefined) return undefined;
    const apiKey = openTargetKey(sealer, row);
    return {
      plain: {
        id: row.id,
        name: row.name,
        baseUrl: row.base_url,
        ...(row.client_id === null ? {} : { clientId: row.client_id }),
        ...(row.callback_url === null ? {} : { callbackUrl: row.callback_url }),
        concurrency: row.concurrency,
        perSecond: row.per_second,
      },
      ...(apiKey === undefined
        ? {}
        : { secret: { apiKey, ...(row.ca_pem === null ? {} : { caPem: row.ca_pem }) } }),
    };
  },
  async give(tx, plain, secret) {
    if ((await readTarget(tx, plain.id)) !== undefined) return undefined;
    if (secret === undefined) {
      return `Its target "${plain.name}" (${plain.baseUrl}) does not exist here, because its key was not imported. Add the target, then set it on the case (on the command line: \`carryover targets add\`, then \`carryover case edit --target\`).`;
    }
    const { id, ...given } = plain;
    const name = freeName(
      given.name,
      (await readTargets(tx)).map((row) => row.name),
    );
    await insertTarget(tx, targetRow(sealer, id, { ...given, ...secret, name }, systemTime.now()));
    tx.afterCommit(() => announce({ type: 'target', targetId: id, change: 'added' }));
    return `Its target was added as "${name}" (${plain.baseUrl}), with its key.`;
  },
});

/** Names are the same in either case. */
const freeName = (wanted: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let n = 2; used.has(name.toLowerCase()); n += 1) name = `${wanted} (${n})`;
  return name;
};
