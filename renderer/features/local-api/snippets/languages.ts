import { shellQuoted } from '#contract/shell.ts';
import type { SnippetCall } from './calls.ts';

/** A call in four languages, each with its standard library alone. */

export interface SnippetParts extends SnippetCall {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export const languages = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
  { id: 'csharp', label: 'C#' },
] as const;
export type Language = (typeof languages)[number]['id'];

export const snippetOf = (language: Language, parts: SnippetParts): string => writers[language](parts);

/** Empty for no body. */
const pretty = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body, undefined, 2));
/** Indents the lines after the first. */
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
/** A string literal of JavaScript, Python and C# alike. */
const literal = (text: string): string => JSON.stringify(text);
const hasBody = ({ body, text }: SnippetParts): boolean => body !== undefined || text !== undefined;

const contentTypeOf = ({ headers = [] }: SnippetParts): string =>
  headers.find(({ name }) => isContentType(name))?.value ?? 'application/json';
const isContentType = (name: string): boolean => name.toLowerCase() === 'content-type';
/** All but that of the body. */
const furtherHeaders = ({ headers = [] }: SnippetParts) => headers.filter(({ name }) => !isContentType(name));

const curl = (parts: SnippetParts): string => {
  const { method, baseUrl, path, apiKey, body, text } = parts;
  return `API_KEY=${shellQuoted(apiKey)}\n\n${[
    `curl --request ${method} ${shellQuoted(baseUrl + path)}`,
    // Braces are for the reader to replace, not patterns of curl.
    '--globoff',
    '--header "Authorization: Basic $(printf %s "$API_KEY" | base64)"',
    ...furtherHeaders(parts).map(({ name, value }) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...(hasBody(parts)
      ? [
          `--header ${shellQuoted(`Content-Type: ${contentTypeOf(parts)}`)}`,
          // As it is: `--data` would read a file where the text begins with @.
          `${text === undefined ? '--data' : '--data-raw'} ${shellQuoted(text ?? pretty(body))}`,
        ]
      : []),
  ].join(' \\\n  ')}`;
};

const javascript = (parts: SnippetParts): string => {
  const { method, baseUrl, path, apiKey, body, text } = parts;
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the snippet
    '    Authorization: `Basic ${btoa(apiKey)}`,',
    ...furtherHeaders(parts).map(({ name, value }) => `    ${literal(name)}: ${literal(value)},`),
    ...(hasBody(parts) ? [`    "Content-Type": ${literal(contentTypeOf(parts))},`] : []),
  ];
  const value = text === undefined ? `JSON.stringify(${indented(pretty(body), '  ')})` : literal(text);
  return `const apiKey = ${literal(apiKey)};

const response = await fetch(${literal(baseUrl + path)}, {
  method: ${literal(method)},
  headers: {
${headers.join('\n')}
  },${hasBody(parts) ? `\n  body: ${value},` : ''}
});
console.log(response.status, await response.text());`;
};

const python = (parts: SnippetParts): string => {
  const { method, baseUrl, path, apiKey, body, text } = parts;
  const headers = [
    '        "Authorization": "Basic " + base64.b64encode(api_key.encode()).decode(),',
    ...furtherHeaders(parts).map(({ name, value }) => `        ${literal(name)}: ${literal(value)},`),
    ...(hasBody(parts) ? [`        "Content-Type": ${literal(contentTypeOf(parts))},`] : []),
  ];
  const value =
    // As text: true, false and null are no words of Python.
    text === undefined && isPlain(body)
      ? `json.dumps(${indented(pretty(body).replaceAll('  ', '    '), '    ')})`
      : literal(text ?? pretty(body));
  return `import base64
import json
import urllib.request

api_key = ${literal(apiKey)}

request = urllib.request.Request(
    ${literal(baseUrl + path)},
    method=${literal(method)},
    headers={
${headers.join('\n')}
    },${hasBody(parts) ? `\n    data=${value}.encode(),` : ''}
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`;
};

/** Whether JSON is Python as well, and stays the same when it is indented. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('  ');
  if (typeof value === 'boolean' || value === null) return false;
  if (typeof value !== 'object') return true;
  return Object.entries(value).every(([name, part]) => isPlain(name) && isPlain(part));
};

const csharp = (parts: SnippetParts): string => {
  const { method, baseUrl, path, apiKey, body, text } = parts;
  // A raw literal, where nothing in it ends it.
  const value =
    text === undefined && !pretty(body ?? '').includes('"""')
      ? `"""\n    ${indented(pretty(body), '    ')}\n    """`
      : literal(text ?? pretty(body));
  const headers = furtherHeaders(parts).map(
    ({ name, value: content }) =>
      `\nrequest.Headers.TryAddWithoutValidation(${literal(name)}, ${literal(content)});`,
  );
  return `using System.Net.Http.Headers;
using System.Text;

var apiKey = ${literal(apiKey)};

using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.${methodName(method)}, ${literal(baseUrl + path)});
request.Headers.Authorization = new AuthenticationHeaderValue(
    "Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(apiKey)));${headers.join('')}${
      hasBody(parts)
        ? `\nrequest.Content = new StringContent(${value}, Encoding.UTF8, ${literal(mediaTypeOf(parts))});`
        : ''
    }

using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;
};

/** Without parameters, which `StringContent` adds itself. */
const mediaTypeOf = (parts: SnippetParts): string => contentTypeOf(parts).replace(/\s*;.*/s, '');
const methodName = (method: string): string => `${method.charAt(0)}${method.slice(1).toLowerCase()}`;

const writers: Readonly<Record<Language, (parts: SnippetParts) => string>> = {
  curl,
  javascript,
  python,
  csharp,
};
