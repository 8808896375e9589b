/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { describe, expect, it } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { createCodeBase } from '#desk/eligibility/source/values/code-base.ts';

/** Whether a call is found, or why it is none. */
const saysOf = async (path: string, code: string): Promise<string> => {
  await prepareInspection();
  const { findings, explanations } = inspect(path, code);
  if (findings.some(({ kind }) => kind === 'alerts-call')) return 'found';
  const at = code.search(/rules\W/);
  const end = code.indexOf('alerts', at);
  return (
    explanations.find((one) => one.subject === 'alerts-endpoints' && one.from <= end && end < one.to)
      ?.reason ?? 'to review'
  );
};

/** Clients of one shape: the host of the first is another service's, that of the second may be this one's. */
const clients: readonly (readonly [string, (host: string) => string])[] = [
  [
    'src/client.ts',
    (host) =>
      `const BASE = process.env.API_URL ?? '${host}';\nexport const of = (id) => axios.get(\`\${BASE}/rules/\${id}/alerts\`);`,
  ],
  [
    'src/instance.ts',
    (host) =>
      `const api = axios.create({ baseURL: '${host}/v1' });\nexport const of = (id) => api.get(\`/rules/\${id}/alerts\`);`,
  ],
  [
    'src/client.py',
    (host) =>
      `class Client:\n    def __init__(self, base_url="${host}"):\n        self.base_url = base_url\n    def alerts(self, rule):\n        return requests.get(f"{self.base_url}/rules/{rule}/alerts")`,
  ],
  [
    'src/session.py',
    (host) =>
      `class Api(requests.Session):\n    base_url = "${host}/v2"\n    def alerts(self, rule):\n        return self.get(f"/rules/{rule}/alerts").json()`,
  ],
  [
    'lib/client.rb',
    (host) =>
      `class Client\n  include HTTParty\n  base_uri ENV.fetch("API_URL", "${host}")\n  def alerts(rule) = self.class.get("/rules/#{rule}/alerts")\nend`,
  ],
  [
    'lib/client.ex',
    (host) =>
      `defmodule Client do\n  use Tesla\n  plug Tesla.Middleware.BaseUrl, System.get_env("API_URL", "${host}")\n  def of(rule), do: get("/rules/#{rule}/alerts")\nend`,
  ],
  [
    'src/Client.php',
    (host) =>
      `<?php\nfinal class Api {\n  public function __construct() {\n    $this->http = new Client(['base_uri' => '${host}/v3/']);\n  }\n  public function alerts($id) { return $this->http->get("rules/$id/alerts"); }\n}`,
  ],
  [
    'Client.cs',
    (host) =>
      `public class Client(HttpClient http, IConfiguration config)\n{\n    public void Configure() => http.BaseAddress = new Uri(config["Api:Url"] ?? "${host}");\n    public Task<string> Alerts(string id) => http.GetStringAsync($"/rules/{id}/alerts");\n}`,
  ],
  [
    'src/lib.rs',
    (host) =>
      `const DEFAULT_URL: &str = "${host}";\nimpl Api {\n    pub fn new() -> Self { Self { base_url: std::env::var("API_URL").unwrap_or(DEFAULT_URL.into()) } }\n    pub async fn of(&self, id: &str) -> Response { self.http.get(format!("{}/rules/{}/alerts", self.base_url, id)).send().await }\n}`,
  ],
  [
    'api/client.go',
    (host) =>
      `package api\nconst defaultHost = "${host}"\nfunc endpoint(parts ...string) string {\n\treturn defaultHost + "/" + path.Join(parts...)\n}\nfunc Of(id string) { http.Get(endpoint("rules", id, "alerts")) }`,
  ],
  [
    'Client.kt',
    (host) =>
      `@FeignClient(name = "api", url = "\\\${api.url:${host}}")\ninterface Client {\n    @GetMapping("/rules/{ruleId}/alerts")\n    fun alerts(@PathVariable ruleId: String): List<Alert>\n}`,
  ],
  ['requests/api.http', (host) => `@host = ${host}\n### Alerts\nGET {{host}}/rules/{{id}}/alerts`],
];

describe('The base that a path is put behind', () => {
  it.each(clients)('is another service in %s by the name of its host alone', async (path, code) => {
    expect(await saysOf(path, code('https://eu.sensorcloud.io'))).toBe('other-host');
    expect(await saysOf(path, code('https://api.opsgenie.com'))).toBe('other-host');
    expect(await saysOf(path, code('https://api.hub.example'))).toBe('found');
    expect(await saysOf(path, code('https://fraud-relay.internal'))).toBe('found');
    expect(await saysOf(path, code('https://abc.execute-api.eu-west-1.amazonaws.com'))).toBe('found');
  });

  it('is not one that something else of the file has', async () => {
    const found = [
      [
        'a.php',
        `<?php\nfinal class Relay {\n  public function __construct(private Client $hub) {\n    $this->weather = new Client(['base_uri' => 'https://api.weatherapi.com/v1/']);\n  }\n  public function alerts($id) { return $this->hub->get("rules/$id/alerts"); }\n}`,
      ],
      [
        'b.php',
        `<?php\nfinal class Relay {\n  public function __construct(private Client $http) {}\n  public function alerts($id) { return $this->http->get("rules/$id/alerts"); }\n  public function now() { return file_get_contents('https://api.weatherapi.com/v1/now'); }\n}`,
      ],
      [
        'c.ts',
        `const api = axios.create({ baseURL: 'https://api.weatherapi.com/v1' });\nexport const alerts = (hub, id) => hub.get(\`/rules/\${id}/alerts\`);`,
      ],
      [
        'd.py',
        `class Client:\n    def __init__(self, base_url):\n        self.base_url = base_url\n    def alerts(self, rule):\n        return requests.get(f"{self.base_url}/rules/{rule}/alerts")\n    def docs(self):\n        return "https://api.fraudscreen.io"`,
      ],
      [
        'e.rb',
        `class Weather\n  include HTTParty\n  base_uri "https://api.weatherapi.com"\nend\nclass Hub < Base\n  def alerts(rule) = self.class.get("/rules/#{rule}/alerts")\nend`,
      ],
      [
        'f.ex',
        `defmodule Hub do\n  use Tesla\n  # As https://api.opsgenie.com does.\n  plug Tesla.Middleware.BaseUrl, System.get_env("HUB_URL")\n  def of(rule), do: get("/rules/#{rule}/alerts")\nend`,
      ],
      [
        'g.http',
        `@weather = https://api.weatherapi.com\n@hub = https://api.hub.example\n### Alerts\nGET {{hub}}/rules/{{id}}/alerts`,
      ],
    ] as const;
    for (const [path, code] of found) expect([path, await saysOf(path, code)]).toEqual([path, 'found']);
  });

  it('may be a gateway on the own domain, whatever the company is called', async () => {
    const call =
      'HttpRequest of(String id) { return HttpRequest.newBuilder(URI.create("https://gateway.fraudlabs.com/rules/" + id + "/alerts")).build(); }';
    expect(await saysOf('src/Gateway.java', `class Gateway { ${call} }`)).toBe('other-host');
    expect(await saysOf('src/Gateway.java', `package com.fraudlabs.books;\nclass Gateway { ${call} }`)).toBe(
      'found',
    );
  });

  it('is that of a client which is named for another service', async () => {
    const code = (client: string) =>
      `<?php class Rules { function of($id) { return $this->${client}->request('GET', sprintf('rules/%s/alerts', $id)); } }`;
    expect(await saysOf('a.php', code('siftClient'))).toBe('other-host');
    expect(await saysOf('a.php', code('hubClient'))).toBe('found');
  });

  it('is that of a declared client of another trade which asks for what this service has not', async () => {
    const code = (name: string, other: string) =>
      `using Refit;\npublic interface ${name}\n{\n    [Get("/rules/{ruleId}/alerts")]\n    Task<List<Alert>> Alerts(string ruleId);\n    [Post("${other}")]\n    Task Other();\n}`;
    expect(await saysOf('A.cs', code('IFraudScreenApi', '/v3/transactions/screen'))).toBe('other-host');
    expect(await saysOf('A.cs', code('IFraudScreenApi', '/companies/{id}'))).toBe('found');
    expect(await saysOf('A.cs', code('IHubApi', '/v3/transactions/screen'))).toBe('found');
  });

  it('is the own server of a document whose rules are numbered', async () => {
    const code = (type: string) =>
      `openapi: 3.0.3\nservers:\n  - url: https://stock.acme.com/v2\npaths:\n  /rules/{ruleId}/alerts:\n    get:\n      parameters:\n        - { name: ruleId, in: path, required: true, schema: { ${type} } }\n`;
    expect(await saysOf('api.yaml', code('type: integer'))).toBe('own-api');
    expect(await saysOf('api.yaml', code('type: string, format: uuid'))).toBe('found');
  });

  it('is the own server for what asks a route of the code base of the server that a page is from', async () => {
    await prepareInspection();
    const server = {
      path: 'server/rules.ts',
      text: "export const rules = new Hono().get('/rules/alerts', async (c) => c.json(await sql`select 1`));",
    };
    const codeBase = createCodeBase([server]);
    const page = (base: string) =>
      `const json = async (path) => (await fetch(\`${base}\${path}\`)).json();\nexport const all = () => json('/rules/alerts');`;
    const reasonOf = (code: string): string | undefined =>
      inspect('web/rules.ts', code, { codeBase }).explanations.find(
        ({ subject, why }) => subject === 'alerts-endpoints' && why.includes('own server'),
      )?.reason;
    expect(reasonOf(page('/api'))).toBe('own-api');
    expect(reasonOf(page('${base}'))).toBeUndefined();
    expect(reasonOf(page('https://api.hub.example'))).toBeUndefined();
  });
});
