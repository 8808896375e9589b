/**
 * Anchors of headings, as GitHub makes them, so that a link of `docs/` leads to the same place there and in the app's
 * Help.
 * @returns a function for the headings of one page, in their order, as plain text
 */
export const anchorsOfPage = (): ((heading: string) => string) => {
  const taken = new Set<string>();
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; taken.has(unique); count++) unique = `${anchor}-${count}`;
    taken.add(unique);
    return unique;
  };
};

/** Where Help explains an error of the catalogue. */
export const errorHelp = (detailedErrorCode: number): string => `reference/errors#${detailedErrorCode}`;
