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

const pretty = (body: unknown): string => JSON.stringify(body, undefined, 2);
/** Indents the lines after the first. */
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
/** A string literal of JavaScript, Python and C# alike. */
const literal = (text: string): string => JSON.stringify(text);

const curl = ({ method, baseUrl, path, apiKey, body }: SnippetParts): string =>
  `API_KEY=${shellQuoted(apiKey)}\n\n${[
    `curl --request ${method} ${shellQuoted(baseUrl + path)}`,
    // Braces are for the reader to replace, not patterns of curl.
    '--globoff',
    '--header "Authorization: Basic $(printf %s "$API_KEY" | base64)"',
    ...(body === undefined
      ? []
      : ["--header 'Content-Type: application/json'", `--data ${shellQuoted(pretty(body))}`]),
  ].join(' \\\n  ')}`;

const javascript = ({ method, baseUrl, path, apiKey, body }: SnippetParts): string =>
  `const apiKey = ${literal(apiKey)};

const response = await fetch(${literal(baseUrl + path)}, {
  method: ${literal(method)},
  headers: {
    Authorization: \`Basic \${btoa(apiKey)}\`,${body === undefined ? '' : '\n    "Content-Type": "application/json",'}
  },${body === undefined ? '' : `\n  body: JSON.stringify(${indented(pretty(body), '  ')}),`}
});
console.log(response.status, await response.text());`;

const python = ({ method, baseUrl, path, apiKey, body }: SnippetParts): string =>
  `import base64
import json
import urllib.request

api_key = ${literal(apiKey)}

request = urllib.request.Request(
    ${literal(baseUrl + path)},
    method=${literal(method)},
    headers={
        "Authorization": "Basic " + base64.b64encode(api_key.encode()).decode(),${
          body === undefined ? '' : '\n        "Content-Type": "application/json",'
        }
    },${body === undefined ? '' : `\n    data=json.dumps(${indented(pretty(body).replaceAll('  ', '    '), '    ')}).encode(),`}
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`;

const csharp = ({ method, baseUrl, path, apiKey, body }: SnippetParts): string =>
  `using System.Net.Http.Headers;
using System.Text;

var apiKey = ${literal(apiKey)};

using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.${methodName(method)}, ${literal(baseUrl + path)});
request.Headers.Authorization = new AuthenticationHeaderValue(
    "Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(apiKey)));${
      body === undefined
        ? ''
        : `
request.Content = new StringContent("""
    ${indented(pretty(body), '    ')}
    """, Encoding.UTF8, "application/json");`
    }

using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;

const methodName = (method: string): string => `${method.charAt(0)}${method.slice(1).toLowerCase()}`;

const writers: Readonly<Record<Language, (parts: SnippetParts) => string>> = {
  curl,
  javascript,
  python,
  csharp,
};
