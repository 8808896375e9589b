/** A string, a bracket or sign, or any other value, each as it stands. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const opens = new Set(['{', '[']);
const closes = new Set(['}', ']']);

/**
 * JSON with two spaces a level. Every value stays as it was written: long numbers, escapes, keys that come twice.
 * @returns undefined if the text is not JSON
 */
export const indentJson = (text: string): string | undefined => {
  if (!isJson(text)) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  for (const [one] of text.matchAll(token)) {
    if (closes.has(one)) {
      depth -= 1;
      if (!opens.has(before)) parts.push(lineAt(depth));
    } else if (opens.has(before) || before === ',') parts.push(lineAt(depth));
    parts.push(one === ':' ? ': ' : one);
    if (opens.has(one)) depth += 1;
    before = one;
  }
  return parts.join('');
};

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const lineAt = (depth: number): string => `\n${'  '.repeat(depth)}`;
