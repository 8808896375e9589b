/** Where progress on a target is counted; a rehearsal has a scope of its own. */
export const scopeOf = (targetId: string): string => `target:${targetId}`;
