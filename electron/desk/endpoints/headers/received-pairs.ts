/** One header as it was received. */
export type Pair = readonly [name: string, value: string];

/** The headers of one request as a consumer's log shows them, by name in lower case, each with all of its values. */
export type ReceivedHeaders = ReadonlyMap<string, readonly string[]>;
