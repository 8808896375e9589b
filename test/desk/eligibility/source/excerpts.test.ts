import { beforeAll, describe, expect, it } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';

beforeAll(() => prepareInspection());

const key = 'sk9fQ2xLr7TzB4mWv1Yh8NcKd3PaJ6';
const password = 'correct horse';

/** Lines with a secret in them, each with a finding. */
const lines: readonly (readonly [string, string])[] = [
  ['a.js', `if (req.headers.authorization !== 'Bearer ${key}') return hook.reject();`],
  ['a.js', `if (req.headers.authorization !== '${password}') return hook.reject();`],
  [
    'a.js',
    `fetch('https://user:${key}@api.example.com/rules/alerts', { headers: { Authorization: 'Basic ${key}' } });`,
  ],
  ['a.js', `fetch('/rules/alerts?apiKey=${key}&page=1');`],
  ['a.js', `fetch(base + '/rules/alerts', { headers: { 'X-Api-Key': '${password}' } });`],
  ['a.js', `const a = { apiKey: "${password}", path: '/rules/alerts' };`],
  ['a.js', `// curl -u ${key}: /rules/alerts`],
  ['a.js', `// GET /rules/alerts with Authorization: Basic ${key}`],
  ['a.js', `// GET /rules/alerts, password=${key}`],
  ['a.cs', `if (Request.Headers["Authorization"] != "${password}") return Unauthorized(); // webhook`],
  ['a.cs', `if (Request.Headers.Authorization != $"Bearer {"${password}"}") return Hook.Unauthorized();`],
  ['a.py', `r = requests.get(f"{HOST}/rules/alerts", auth=("${password}", ""))`],
  ['a.py', `if request.headers.get("Authorization") != "${key}": abort(401)  # webhook`],
  ['a.java', `if (!"${password}".equals(request.getHeader("Authorization"))) { webhook.reject(); }`],
  ['a.go', `if r.Header.Get("Authorization") != "${password}" { reject(webhook) }`],
  ['a.rb', `halt 401 if env['HTTP_AUTHORIZATION'] != '${password}' # webhook`],
  ['a.php', `<?php if ($_SERVER['HTTP_AUTHORIZATION'] !== '${password}') { exit('hook'); }`],
  ['a.yaml', `alerts: https://me:${key}@api.example.com/rules/alerts`],
  ['.env', `ALERTS_URL=https://api.example.com/rules/alerts?key=${key}`],
  ['a.sh', `curl -H "Authorization: Basic ${key}" "$BASE/rules/alerts"`],
  ['a.sh', `curl -u ${key}: $BASE/rules/alerts`],
  ['a.json', `{ "url": "/rules/alerts", "apiKey": "${password}" }`],
  ['a.xml', `<call url="/rules/alerts" token="${password}" />`],
  ['a.md', `Call /rules/alerts with the key ${key}.`],
];

describe('Excerpts', () => {
  // A key of letters alone looks like a word but for how it begins.
  it.each(['AKIAIOSFODNNREXAMPLE', 'ghp_abcdefghijklmnop', 'whsec_abcdefghijkl'])('hide %s', (marked) => {
    const { findings } = inspect('a.js', `sign(fetch('/rules/alerts'), ${marked});`);
    expect(findings.map(({ excerpt }) => excerpt)).toEqual(["sign(fetch('/rules/alerts'), ••••);"]);
  });

  it.each(lines)('hide secrets in %s: %s', (path, line) => {
    const { findings } = inspect(path, line);
    expect(findings.length).toBeGreaterThan(0);
    for (const { excerpt, why } of findings) {
      expect(excerpt + why).not.toContain(key);
      expect(excerpt + why).not.toContain(password);
      expect(excerpt).toContain('••••');
    }
  });

  it('keep what was recognized', () => {
    const excerptOf = (path: string, line: string): string | undefined =>
      inspect(path, line).findings[0]?.excerpt;
    expect(excerptOf('a.js', "  const x = await http.get('/rules/alerts', { params: { page: 1 } });")).toBe(
      "const x = await http.get('/rules/alerts', { params: { page: 1 } });",
    );
    const paged = "fetch('/rules/alerts?page=1&pageSize=100', { headers: { Authorization: auth } });";
    expect(excerptOf('a.js', paged)).toBe(paged);
    expect(excerptOf('a.py', 'if request.headers.get("Authorization") != os.environ["HOOK_AUTH"]:')).toBe(
      'if request.headers.get("Authorization") != os.environ["HOOK_AUTH"]:',
    );
    expect(excerptOf('a.js', "const client = req.get('X-Service-ClientId');")).toBe(
      "const client = req.get('X-Service-ClientId');",
    );
    const template = `fetch(\`\${base}/rules/\${ruleId}/alerts\`);`;
    expect(excerptOf('a.js', template)).toBe(template);
  });

  it('are cut around what was recognized, never through a secret', () => {
    const long = `${`call('${key}'); `.repeat(400)}http.get('/rules/alerts'); ${`call('${key}'); `.repeat(400)}`;
    const [finding] = inspect('a.js', long).findings;
    expect(finding?.excerpt.length).toBeLessThanOrEqual(400);
    expect(finding?.excerpt).toContain('/rules/alerts');
    for (let at = 0; at + 8 <= key.length; at++)
      expect(finding?.excerpt).not.toContain(key.slice(at, at + 8));
  });
});
