const headBytes = 256 * 1024;

/** The start of what comes, as text, and all of it once more, from the start on. */
export const peek = async (
  chunks: AsyncGenerator<Buffer>,
): Promise<{ head: string; chunks: AsyncGenerator<Buffer> }> => {
  const taken: Buffer[] = [];
  let bytes = 0;
  while (bytes < headBytes) {
    const next = await chunks.next();
    if (next.done) break;
    // A copy, as the memory behind it may be used again.
    taken.push(Buffer.from(next.value));
    bytes += next.value.length;
  }
  const again = async function* (): AsyncGenerator<Buffer> {
    for (let first = taken.shift(); first !== undefined; first = taken.shift()) yield first;
    yield* chunks;
  };
  return { head: Buffer.concat(taken).subarray(0, headBytes).toString('utf8'), chunks: again() };
};
