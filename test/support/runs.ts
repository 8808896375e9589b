/** Values that a property tries: `CARRYOVER_DEPTH` times as many as usual, for whoever looks for more. */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.CARRYOVER_DEPTH ?? 1));
