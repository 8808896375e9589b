/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { beforeAll, expect, test } from 'vitest';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';
import { sourceStatements } from '#desk/eligibility/source/statements.ts';

beforeAll(() => prepareInspection());

type Files = Readonly<Record<string, string>>;

/** What the scan says of calls of the alerts endpoints in these files. */
const saysOf = async (files: Files): Promise<string | undefined> => {
  const skips = createSkips();
  const sink = createSourceSink(skips, 'code', '/no-data-folder');
  for (const [path, text] of Object.entries(files)) sink.take(path, Buffer.from(text));
  await sink.finish();
  return sourceStatements(sink, skips).find(({ row }) => row === 'alerts-endpoints')?.says;
};

/** Expressions that give a path of the alerts endpoints, by language. */
const paths: Readonly<Record<string, readonly string[]>> = {
  js: [
    'base + "/rules/" + id + "/alerts"',
    '`${base}/rules/alerts`',
    '["rules", id, "alerts"].join("/")',
    '"/rules/alerts"',
    'base + "Rules/Alerts"',
    '"rules,7,alerts".split(",").join("/")',
    '"rules 7 alerts".replaceAll(" ", "/")',
    'new URL("../rules/alerts", base)',
    'base + "/rules/" + id + "/alert" + plural',
    'path.join(root, "rules", id, "alerts.json")',
  ],
  py: [
    'base + "/rules/" + id + "/alerts"',
    'f"{base}/rules/{id}/alerts"',
    '"{}/rules/{}/alerts".format(base, id)',
    'os.path.join(base, "rules", id, "alerts")',
    '"/".join("rules {} alerts".format(id).split())',
    'base + "/rules/alerts.json"',
  ],
  rb: [
    '"#{base}/rules/#{id}/alerts"',
    '[base, :rules, id, :alerts].join("/")',
    '%w[rules alerts].join("/")',
    'File.join(base, "rules", id, "alerts")',
  ],
  php: [
    '$base . "/rules/" . $id . "/alerts"',
    '"$base/rules/$id/alerts"',
    'implode("/", ["rules", $id, "alerts"])',
  ],
  go: [
    'base + "/rules/" + id + "/alerts"',
    'filepath.Join(base, "rules", id, "alerts")',
    'fmt.Sprintf("%s/rules/%s/alerts", base, id)',
  ],
  cs: ['baseUrl + "/rules/" + id + "/alerts"', '$"{baseUrl}/rules/{id}/alerts"', '"Rules/Alerts"'],
  kt: ['"$base/rules/$id/alerts"', 'listOf("rules", id, "alerts").joinToString("/")'],
  pl: ['"$base/rules/$id/alerts"', 'join("/", qw(rules alerts))', '$base . "/rules/" . $id . "/alerts"'],
  ex: [
    '"#{base}/rules/#{id}/alerts"',
    'Enum.join([:rules, id, :alerts], "/")',
    'base <> "/rules/" <> id <> "/alerts"',
  ],
  swift: ['"\\(base)/rules/\\(id)/alerts"', 'join(.rules, id, .alerts)', '"\\(rules)alerts"'],
  dart: ['"$base/rules/$id/alerts"', 'Segment.rules.name + "/" + Segment.alerts.name'],
};

/** What may stand around such a path, where it is used. */
const surroundings: Readonly<Record<string, readonly string[]>> = {
  js: [
    'console.log(await fetch(@));',
    'const text = await (await fetch(@)).text();',
    'const message = (await get(@)).data;',
    'urls.push(@);',
    'const url = other.replace("/rules/x", @);',
    'xhr.open("GET", @);',
    'if ((await get(@)) == null) stop();',
    'return { title: (await load(@)).title, to: @ };',
    'logger.info(await client.get(@));',
    'describe(await client.get(@));',
    'const grafana = await client.get(@); // prometheus',
    'app.get(@, (req, res) => relay(API + req.originalUrl, res));',
    'app.use(@, createProxyMiddleware({ target: API }));',
    'app.get(@, forward);',
    'router.redirect(302, API + @);',
    'const steps = [{ path: @, title: "Alerts", method: "GET" }]; run(steps);',
    'throw new Error(await call(@));',
    'const page = <Table rows={useQuery(@)} />;',
    'queue.push({ href: @ }); drain(queue);',
    'if (url.startsWith(@)) return forward(url);',
    'const alerts = { label: call(@) };',
    'spawn("sh", ["-c", "curl " + @]);',
  ],
  py: [
    'print(requests.get(@).json())',
    'text = session.get(@).text',
    'message = fetch(@)',
    'df = pd.read_json(@)',
    'logging.info(urlopen(@).read())',
    'with open_url(@) as f:\n    print(f.read())',
    'assert session.get(@).status_code == 200',
    'raise Failed(session.get(@).text)',
    'title = session.get(@).json()["title"]',
    'urls.append(@)',
    'def get(url=@):\n    return session.get(url)',
    'page.goto(@)',
    '@app.get("/rules/{id}/alerts")\nasync def alerts(request):\n    return await client.get(API + request.url.path)',
  ],
  rb: [
    'puts Net::HTTP.get(URI(@))',
    'URI.open(@).read',
    'open(@) { |io| puts io.read }',
    'redirect_to @',
    'message = conn.get(@).body',
    'logger.info(conn.get(@).body)',
    'raise conn.get(@).body',
  ],
  php: [
    'echo file_get_contents(@);',
    '$text = fopen(@, "r");',
    'print(json_encode($client->get(@)));',
    '$message = $client->request("GET", @);',
    'readfile(@);',
    'redirect(@);',
  ],
  go: [
    'log.Println(http.Get(@))',
    'panic(fetch(@))',
    'req, _ := http.NewRequest("GET", @, nil)',
    'fmt.Println(client.Get(@))',
    'mux.Handle(@, httputil.NewSingleHostReverseProxy(api))',
    'urls = append(urls, @)',
  ],
  cs: [
    'Console.WriteLine(await client.GetStringAsync(@));',
    'var message = await client.GetAsync(@);',
    'throw new Exception(await client.GetStringAsync(@));',
    'app.MapGet(@, (HttpContext c) => forwarder.SendAsync(c, api));',
    'request.Path = @;',
  ],
  kt: [
    'println(client.get(@).bodyAsText())',
    'val text = URL(@).readText()',
    'log.info(rest.getForObject(@))',
  ],
  pl: [
    'print get(@);',
    'my $text = $ua->get(@)->content;',
    'open(my $fh, "-|", "curl", @);',
    'die $ua->get(@)->message;',
  ],
  ex: ['IO.puts(HTTPoison.get!(@).body)', 'Logger.info(Req.get!(@).body)', '@ |> Req.get!() |> IO.inspect()'],
  swift: [
    'print(try await client.get(@))',
    'let text = try String(contentsOf: URL(string: @)!)',
    'logger.info("\\(load(@))")',
  ],
  dart: [
    'print(await http.read(Uri.parse(@)));',
    'final text = await client.get(@);',
    'throw await client.get(@);',
  ],
};

const cases: [string, string, string][] = Object.entries(paths).flatMap(([language, expressions]) =>
  expressions.flatMap((expression) =>
    (surroundings[language] ?? []).map((around): [string, string, string] => [language, expression, around]),
  ),
);

const openings: Readonly<Record<string, string>> = {
  php: '<?php\n',
  go: 'package main\n\nfunc main() {\n',
  cs: 'class Job { async Task Run() {\n',
  kt: 'suspend fun main() {\n',
};
const closings: Readonly<Record<string, string>> = { go: '\n}\n', cs: '\n} }\n', kt: '\n}\n' };

test.each(cases)('A use is never explained away: %s, %s in %s', async (language, expression, around) => {
  const code = around.replaceAll('@', (_sign, at: number) =>
    /^@(?:app|@)/.test(around.slice(at)) ? '@' : expression,
  );
  const file = `src/job.${language}`;
  const text = `${openings[language] ?? ''}${code}\n${closings[language] ?? ''}`;
  expect(await saysOf({ [file]: text }), text).not.toBe('absent');
});

/** Uses whose parts stand apart, or that only look like something else. */
const uses: Readonly<Record<string, Files>> = {
  'a property that is loaded when it is read': { 'a.rb': 'client.rules(id).alerts.each { |one| save(one) }' },
  'a property over several lines': { 'a.kt': 'client\n  .rules(id)\n  .alerts\n  .forEach { save(it) }' },
  'a wrapper of the same name': {
    'a.js': 'export class Hub { getRuleAlerts(id) { return this.sdk.getRuleAlerts(id); } }',
  },
  'a route whose handler is not here': {
    'a.js': 'const { forward } = require("@acme/gateway");\napp.get("/rules/:id/alerts", forward);',
  },
  'a route of the same shape as the call': {
    'paths.js': 'export const ALERTS = "/rules/:id/alerts";',
    'server.js':
      'import { ALERTS } from "./paths.js";\nrouter.get(ALERTS, async (req, res) => res.json(await upstream.get(req.path)));',
  },
  'a path with an id, where an own route has none': {
    'server.js':
      'router.get("/rules/alerts", (req, res) => res.json(list()));\nexport const list = () => store.all();',
    'page.js':
      'const alertsOf = (id) => fetch("/rules/" + id + "/alerts");\ndocument.querySelector("#all").onclick = () => alertsOf(7);',
  },
  'a base that the environment may replace': {
    'a.js':
      'const base = process.env.BASE ?? "/monitoring";\nconst rules = "/rules";\nget(base + "/alerts");',
    '.env': 'BASE=https://api.example/v1/rules/7\n',
  },
  'a base in a file of YAML': {
    'config.yaml': 'service:\n  resource: rules\n',
    'a.py':
      'session.get(f"{BASE}/{config.service.resource}/alerts")\nsession.get(config.resource + "/alerts")',
  },
  'a client that is handed over': {
    'a.js': 'import { latest } from "./b.js";\nlatest(sdk.rules(id));',
    'b.js': 'export const latest = (resource) => resource.alerts.list();',
  },
  'a URL without quotes in a file of no known kind': {
    'poll.job': 'fetch https://api.acme.example/v1/rules/7/alerts\n',
  },
  'an option on a line of its own': {
    'poll.job': 'poll\n  --url https://api.acme.example/v1/rules/7/alerts\n',
  },
  'a response in JSON': { 'a.sh': 'wget "$BASE/rules/$id/alerts.json"' },
  'a file that rewrites': { 'a.conf': 'rewrite ^/our/alerts$ /rules/alerts.json break;' },
  'echo in a pipe': { 'a.sh': 'echo "$BASE/rules/$id/alerts" | xargs curl -s' },
  'printf in a pipe': { 'a.sh': 'url=$(printf "%s/rules/%s/alerts" "$BASE" "$id")\ncurl "$url"' },
  'a gateway of a cloud': {
    'a.js': 'fetch("https://x1.execute-api.eu-west-1.amazonaws.com/prod/rules/alerts")',
  },
  'a gateway of the company': { 'a.js': 'fetch("https://gateway.acme.example/partner/rules/alerts")' },
  'a rewriting gateway': { 'routes.yaml': 'rewrites:\n  - from: /our-alerts\n    to: /rules/alerts\n' },
  'an enumeration in small letters': {
    'a.dart':
      'enum Segment { rules, alerts }\nfinal url = base + Segment.rules.name + "/" + Segment.alerts.name;',
  },
  'a notebook in R Markdown': {
    'report.Rmd': 'Numbers.\n\n```{r}\nGET(paste0(base, "/rules/", id, "/alerts"))\n```\n',
  },
  'a make variable': { Makefile: 'RULES = $(BASE)/rules/\n\npoll:\n\tcurl $(RULES)alerts\n' },
  'a bare verb of a language that is not known': { 'a.qqq': 'put rules/alerts to thing' },
  'a batch variable': { 'a.cmd': 'set RULES=%BASE%/rules/\r\ncurl %RULES%alerts\r\n' },
};

test.each(Object.entries(uses))('A use is never explained away: %s', async (_name, files) => {
  expect(await saysOf(files)).not.toBe('absent');
});

test.each<[string, Files]>([
  [
    'a hole that may be rules',
    {
      'a.js': "for (const kind of ['rules', 'jobs']) console.log(await get(`/v1/${kind}/alerts`));\n",
    },
  ],
  ['a named hole', { 'a.js': "const all = await call(fill('/v1/{kind}/alerts', { kind: 'rules' }));\n" }],
  [
    'the value of a channel',
    { 'a.js': "const channel = 'alerts';\nexport const read = (id) => get(['rules', id, channel]);\n" },
  ],
  [
    'a tag of another file',
    {
      'a.js': "export const tabs = [{ tag: 'alerts' }];\n",
      'b.js': "import { tabs } from './a.js';\nfor (const tab of tabs) get('/rules/' + tab.tag);\n",
    },
  ],
  ['an option', { 'a.py': "parser.add_argument('alerts')\nget('/rules/' + args.what)\n" }],
  [
    'a text of a page',
    {
      'a.html':
        '<a href="#">rules</a><button onclick="fetch(\'/rules/\' + this.textContent)">alerts</button>\n',
    },
  ],
  ['a route that a proxy answers', { 'a.pl': "$r->get('/rules/alerts')->to('proxy#forward');\n" }],
  ['a resource that is handed on', { 'a.rb': 'class C\n  delegate :alerts, to: :rules\nend\n' }],
])('a part of a path is not explained as %s', async (_what, files) => {
  expect(await saysOf(files)).not.toBe('absent');
});
