/** Such as `1 entry`, `2,300 entries`: how the command line counts everywhere. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
