import { describe, expect, test } from 'vitest';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';

type Files = Readonly<Record<string, string>>;

/** Where calls of the alerts endpoints are found in a code base. */
const callsIn = async (files: Files): Promise<string[]> => {
  const sink = createSourceSink(createSkips(), 'shop', '/no-data-folder');
  for (const [path, text] of Object.entries(files)) sink.take(path, Buffer.from(text));
  await sink.finish();
  return sink.findings
    .list()
    .flatMap(({ kind, place }) =>
      kind === 'alerts-call' && place.kind === 'source' ? [`${place.file}:${place.line}`] : [],
    )
    .sort();
};

/** A file that uses names of another one, and has a mention of its own. */
const filter = `public class Auth {
  void pass(HttpRequest req) throws Exception {
    String token = req.getHeader("Authorization");
    chain.doFilter(request, response);
  }
}
`;

describe('names that a function keeps for itself', () => {
  const locals: Files = {
    java: 'class Hub {\n  void load(String id) {\n    HttpRequest request = open(base + "/rules/" + id + "/alerts");\n  }\n}\n',
    cs: 'class Hub {\n  void Load(string id) {\n    var request = $"{root}/rules/{id}/alerts";\n  }\n}\n',
    ts: 'export function load(id: string) {\n  const request = "/rules/" + id + "/alerts";\n}\n',
    go: 'package hub\n\nfunc load(id string) {\n\trequest := "/rules/" + id + "/alerts"\n}\n',
    py: 'def load(id):\n    request = f"/rules/{id}/alerts"\n',
    php: '<?php\nfunction load($id) {\n  $request = "/rules/$id/alerts";\n}\n',
  };
  for (const [extension, text] of Object.entries(locals)) {
    test(`of ${extension}, are not what another file means by them`, async () => {
      const calls = await callsIn({ [`hub/hub.${extension}`]: text, 'web/Auth.java': filter });
      expect(calls.filter((call) => call.startsWith('web/'))).toEqual([]);
    });
  }
});

describe('names that a file shares', () => {
  const shared: readonly (readonly [string, Files])[] = [
    [
      'a constant',
      {
        'src/endpoints.ts': "export const LOG_PATH = '/rules/alerts';\n",
        'src/log.ts':
          "import { LOG_PATH } from './endpoints';\nhttp.get(root + LOG_PATH, { headers: { Authorization: key } });\n",
      },
    ],
    [
      'a variable that a function fills in',
      {
        'src/endpoints.js':
          "let logPath;\nfunction start() {\n  logPath = '/rules/alerts';\n}\nmodule.exports = { start, logPath };\n",
        'src/log.js':
          "const { logPath } = require('./endpoints');\nhttp.get(root + logPath, { headers: { Authorization: key } });\n",
      },
    ],
    [
      'a field',
      {
        'Hub/Paths.cs': 'static class Paths {\n  public const string Deliveries = "rules/{0}/alerts";\n}\n',
        'Hub/Log.cs':
          'class Log {\n  Task Get(string id) =>\n    http.GetStringAsync(string.Format(Paths.Deliveries, id));\n  void Sign() => http.DefaultRequestHeaders.Add("Authorization", key);\n}\n',
      },
    ],
  ];
  for (const [what, files] of shared) {
    test(`such as ${what}, are followed`, async () => {
      const calls = await callsIn(files);
      expect(calls.some((call) => call.includes('og.'))).toBe(true);
    });
  }
});
