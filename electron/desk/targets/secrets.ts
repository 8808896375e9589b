/** Takes secrets out of texts that a target wrote, as it may repeat what it was sent. */
export type Scrub = (text: string) => string;

/** Shorter ones would blacken every other word. */
const shortest = 4;
const longestSentence = 500;

export const scrubOf = (apiKey: string, secretBody: unknown): Scrub => {
  const secrets = [apiKey, ...leavesOf(secretBody)].filter((secret) => secret.length >= shortest);
  const forms = secrets.flatMap((secret) => {
    const encoded = Buffer.from(secret).toString('base64');
    const inJson = jsonForms(secret);
    return [secret, encoded, encoded.replace(/=+$/, ''), encodeURIComponent(secret), ...inJson];
  });
  // The longest first, so that no rest of one is left by a shorter one.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((left, secret) => left.replaceAll(secret, '••••'), text);
};

/** As it stands in JSON, and in JSON that is quoted in JSON; some also escape slashes, what is not ASCII, or what HTML needs. */
const jsonForms = (secret: string): string[] => {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const once = [
    quoted,
    quoted.replaceAll('/', '\\/'),
    quoted.replace(/[^ -~]/g, escaped),
    quoted.replace(/[^ -~]|[<>&='+]/g, escaped),
  ];
  return once.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
};

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
};

/** One line of bounded length. */
export const oneLine = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break a line of a log or a terminal
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > longestSentence ? `${line.slice(0, longestSentence)}…` : line;
};
