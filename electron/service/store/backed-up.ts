import { peek } from '#base/store/sqlite/peek.ts';

/**
 * Whether a copy of `service.db` may hold what consumers repeated of secrets, in the clear: it is of a version that did
 * not mask it, and was made before that was made good. What can't be read may.
 */
export const mayHoldClearSecrets = (path: string): boolean =>
  peek(path, (sqlite) => {
    const masked = sqlite
      .prepare("select value_json from facts where name = 'responsesMasked'")
      .pluck()
      .get();
    return masked !== 'null' && sqlite.prepare('select 1 from attempts limit 1').get() !== undefined;
  }) ?? true;
