/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { beforeAll, expect, test } from 'vitest';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { scannedCode } from '#test/support/scanned-code.ts';

beforeAll(() => prepareInspection());

const H = 'X-Service-ClientId';

/** The name of a header stands in one file, as a setting or a constant; another one reads or sets the header by it. */
const named: readonly (readonly [how: string, finding: string, files: Record<string, string>])[] = [
  [
    'the environment in JavaScript',
    'client-id-read src/h.js:1',
    {
      '.env': `CLIENT_HEADER=${H}\n`,
      'src/h.js': "app.post('/hook', (req, res) => handle(req.get(process.env.CLIENT_HEADER)));\n",
    },
  ],
  [
    'a variable that holds it',
    'client-id-read src/h.js:2',
    {
      '.env': `CLIENT_HEADER=${H}\n`,
      'src/h.js':
        "const name = process.env.CLIENT_HEADER.toLowerCase();\napp.post('/hook', (req, res) => handle(req.headers[name]));\n",
    },
  ],
  [
    'a key in JSON',
    'client-id-read src/h.js:2',
    {
      'config/default.json': `{"webhook": {"clientHeader": "${H}"}}\n`,
      'src/h.js':
        "const config = require('config');\napp.post('/hook', (req) => handle(req.headers[config.get('webhook.clientHeader')]));\n",
    },
  ],
  [
    'a member of settings',
    'client-id-read src/h.js:2',
    {
      'config/default.json': `{"webhook": {"clientHeader": "${H}"}}\n`,
      'src/h.js':
        "const config = require('./config/default.json');\napp.post('/hook', (req) => handle(req.header(config.webhook.clientHeader)));\n",
    },
  ],
  [
    'a key that only its section tells',
    'client-id-read src/h.ts:2',
    {
      'config/default.yaml': `webhook:\n  header: ${H}\n`,
      'src/h.ts':
        "import { config } from './config';\nexport const h = (req: Request) => handle(req.headers.get(config.webhook.header));\n",
    },
  ],
  [
    'a constant that is imported',
    'client-id-read src/h.js:2',
    {
      'src/names.js': `export const CLIENT = '${H}';\n`,
      'src/h.js':
        "import { CLIENT } from './names.js';\nexport const h = (req) => handle(req.get(CLIENT));\n",
    },
  ],
  [
    'a constant that is imported under another name',
    'client-id-read src/h.js:2',
    {
      'src/names.js': `export const CLIENT = '${H}';\n`,
      'src/h.js':
        "import { CLIENT as NAME } from './names.js';\nexport const h = (req) => handle(req.get(NAME));\n",
    },
  ],
  [
    'java @Value',
    'client-id-read Hook.java:5',
    {
      'application.yml': `webhook:\n  client-header: ${H}\n`,
      'Hook.java':
        '@RestController\nclass Hook {\n  @Value("${webhook.client-header}") private String header;\n  @PostMapping("/hook") void hook(HttpServletRequest request) {\n    handle(request.getHeader(header));\n  }\n}\n',
    },
  ],
  [
    'java @Value ctor',
    'client-id-read Hook.java:5',
    {
      'application.properties': `webhook.client-header=${H}\n`,
      'Hook.java':
        'class Hook {\n  private final String header;\n  Hook(@Value("${webhook.client-header}") String header) { this.header = header; }\n  void hook(HttpServletRequest request) {\n    handle(request.getHeader(header));\n  }\n}\n',
    },
  ],
  [
    'java annotation',
    'client-id-read Hook.java:2',
    {
      'application.properties': `webhook.client-header=${H}\n`,
      'Hook.java':
        'class Hook {\n  @PostMapping("/hook") void hook(@RequestHeader("${webhook.client-header}") String client) { handle(client); }\n}\n',
    },
  ],
  [
    'java props',
    'client-id-read Hook.java:3',
    {
      'application.yml': `webhook:\n  client-header: ${H}\n`,
      'Hook.java':
        'class Hook {\n  private final WebhookProperties props;\n  void hook(HttpServletRequest request) { handle(request.getHeader(props.getClientHeader())); }\n}\n',
    },
  ],
  [
    'java const',
    'client-id-read Hook.java:2',
    {
      'Names.java': `class Names { public static final String CLIENT_HEADER = "${H}"; }\n`,
      'Hook.java':
        'class Hook {\n  void hook(HttpServletRequest request) { handle(request.getHeader(Names.CLIENT_HEADER)); }\n}\n',
    },
  ],
  [
    'java const annotation',
    'client-id-read Hook.java:2',
    {
      'Names.java': `class Names { public static final String CLIENT_HEADER = "${H}"; }\n`,
      'Hook.java':
        'class Hook {\n  @PostMapping("/hook") void hook(@RequestHeader(Names.CLIENT_HEADER) String client) { handle(client); }\n}\n',
    },
  ],
  [
    'cs appsettings',
    'client-id-read Hook.cs:3',
    {
      'appsettings.json': `{"Webhook": {"ClientHeader": "${H}"}}\n`,
      'Hook.cs':
        'class Hook {\n  public IActionResult Post() {\n    var client = Request.Headers[_configuration["Webhook:ClientHeader"]];\n    return Ok(client); } }\n',
    },
  ],
  [
    'cs options',
    'client-id-read Hook.cs:3',
    {
      'appsettings.json': `{"Webhook": {"ClientHeader": "${H}"}}\n`,
      'Hook.cs':
        'class Hook {\n  public IActionResult Post() {\n    if (!Request.Headers.TryGetValue(_options.Value.ClientHeader, out var client)) return BadRequest();\n    return Ok(client); } }\n',
    },
  ],
  [
    'cs getvalue',
    'client-id-read Hook.cs:4',
    {
      'appsettings.json': `{"Webhook": {"ClientHeader": "${H}"}}\n`,
      'Hook.cs':
        'class Hook {\n  public IActionResult Post() {\n    var name = configuration.GetValue<string>("Webhook:ClientHeader");\n    return Ok(Request.Headers[name]); } }\n',
    },
  ],
  [
    'py env',
    'client-id-read h.py:3',
    {
      '.env': `CLIENT_HEADER=${H}\n`,
      'h.py':
        "@app.post('/hook')\ndef hook():\n    return handle(request.headers.get(os.environ['CLIENT_HEADER']))\n",
    },
  ],
  [
    'py settings',
    'client-id-read h.py:4',
    {
      'settings.toml': `client_header = "${H}"\n`,
      'h.py':
        "from conf import settings\n@app.post('/hook')\ndef hook():\n    return handle(request.headers[settings.client_header])\n",
    },
  ],
  [
    'py getenv',
    'client-id-read h.py:4',
    {
      'docker-compose.yml': `services:\n  app:\n    environment:\n      CLIENT_HEADER: ${H}\n`,
      'h.py':
        "HEADER = os.getenv('CLIENT_HEADER')\n@app.post('/hook')\ndef hook():\n    return handle(request.headers[HEADER])\n",
    },
  ],
  [
    'compose list',
    'client-id-read h.py:4',
    {
      'docker-compose.yml': `services:\n  app:\n    environment:\n      - CLIENT_HEADER=${H}\n`,
      'h.py':
        "HEADER = os.getenv('CLIENT_HEADER')\n@app.post('/hook')\ndef hook():\n    return handle(request.headers[HEADER])\n",
    },
  ],
  [
    'k8s env',
    'client-id-read h.go:2',
    {
      'deploy.yaml': `env:\n  - name: CLIENT_HEADER\n    value: ${H}\n`,
      'h.go':
        'func hook(w http.ResponseWriter, r *http.Request) {\n\thandle(r.Header.Get(os.Getenv("CLIENT_HEADER")))\n}\n',
    },
  ],
  [
    'go viper',
    'client-id-read h.go:2',
    {
      'config.yaml': `webhook:\n  client_header: ${H}\n`,
      'h.go':
        'func hook(w http.ResponseWriter, r *http.Request) {\n\thandle(r.Header.Get(viper.GetString("webhook.client_header")))\n}\n',
    },
  ],
  [
    'go struct',
    'client-id-read h.go:2',
    {
      'config.yaml': `webhook:\n  client_header: ${H}\n`,
      'h.go':
        'func (s *Server) hook(w http.ResponseWriter, r *http.Request) {\n\thandle(r.Header.Get(s.cfg.Webhook.ClientHeader))\n}\n',
    },
  ],
  [
    'go const',
    'client-id-read h.go:3',
    {
      'names.go': `package hook\nconst clientHeader = "${H}"\n`,
      'h.go':
        'package hook\nfunc hook(w http.ResponseWriter, r *http.Request) {\n\thandle(r.Header.Get(clientHeader))\n}\n',
    },
  ],
  [
    'rb settings',
    'client-id-read h.rb:2',
    {
      'config/settings.yml': `webhook:\n  client_header: ${H}\n`,
      'h.rb': "post '/hook' do\n  handle(request.headers[Settings.webhook.client_header])\nend\n",
    },
  ],
  [
    'rb env',
    'client-id-read h.rb:2',
    {
      '.env': `CLIENT_HEADER=${H}\n`,
      'h.rb': "post '/hook' do\n  handle(request.headers[ENV.fetch('CLIENT_HEADER')])\nend\n",
    },
  ],
  [
    'php config',
    'client-id-read h.php:3',
    {
      'config/hook.php': `<?php\nreturn ['client_header' => '${H}'];\n`,
      'h.php':
        "<?php\nfunction hook(Request $request) {\n  return handle($request->header(config('hook.client_header')));\n}\n",
    },
  ],
  [
    'php env',
    'client-id-read h.php:3',
    {
      '.env': `CLIENT_HEADER=${H}\n`,
      'h.php':
        "<?php\nfunction hook(Request $request) {\n  return handle($request->headers->get($_ENV['CLIENT_HEADER']));\n}\n",
    },
  ],
  [
    'kt',
    'client-id-read h.kt:2',
    {
      'application.conf': `hook {\n  clientHeader = "${H}"\n}\n`,
      'h.kt':
        'fun Route.hook(config: ApplicationConfig) = post("/hook") {\n  handle(call.request.headers[config.property("hook.clientHeader").getString()])\n}\n',
    },
  ],
  [
    'rust',
    'client-id-read h.rs:2',
    {
      'config.toml': `client_header = "${H}"\n`,
      'h.rs':
        'async fn hook(headers: HeaderMap, State(cfg): State<Config>) {\n  handle(headers.get(&cfg.client_header));\n}\n',
    },
  ],
  [
    'elixir',
    'client-id-read h.ex:2',
    {
      'config/config.exs': `config :app, client_header: "x-service-clientid"\n`,
      'h.ex':
        'def call(conn, _) do\n  handle(get_req_header(conn, Application.get_env(:app, :client_header)))\nend\n',
    },
  ],
  [
    'scala',
    'client-id-read h.scala:2',
    {
      'application.conf': `hook.client-header = "${H}"\n`,
      'h.scala':
        'def hook(req: Request) = {\n  handle(req.headers.get(config.getString("hook.client-header")))\n}\n',
    },
  ],
  [
    'retry env',
    'retry-after-set src/h.js:1',
    {
      '.env': `WAIT_HEADER=Retry-After\n`,
      'src/h.js':
        "app.post('/hook', (req, res) => res.status(503).set(process.env.WAIT_HEADER, '60').end());\n",
    },
  ],
  [
    'retry yaml',
    'retry-after-set Hook.java:3',
    {
      'application.yml': `webhook:\n  wait-header: Retry-After\n`,
      'Hook.java':
        'class Hook {\n  @Value("${webhook.wait-header}") String name;\n  void hook(HttpServletResponse response) { response.setHeader(name, "60"); }\n}\n',
    },
  ],
  [
    'auth env',
    'authorization-check src/h.js:1',
    {
      '.env': `HOOK_AUTH_HEADER=Authorization\n`,
      'src/h.js':
        "app.post('/hook', (req, res) => req.get(process.env.HOOK_AUTH_HEADER) === process.env.HOOK_SECRET ? res.end() : res.sendStatus(401));\n",
    },
  ],
  [
    'auth yaml',
    'authorization-check h.py:3',
    {
      'conf.yaml': `webhook:\n  auth_header: Authorization\n`,
      'h.py':
        "@app.post('/hook')\ndef hook():\n    if request.headers.get(conf['webhook']['auth_header']) != SECRET: abort(401)\n",
    },
  ],
];

test.each(named)(
  'a header that is named by a setting is found where it is read: %s',
  async (_how, finding, files) => {
    expect((await scannedCode(files)).findings).toContain(finding);
  },
);

test.each<[string, string]>([
  ['a request that goes out', 'client.post(url, body, { headers: { [config.hook.clientHeader]: id } });\n'],
  ['another setting', 'export const h = (req) => handle(req.get(config.hook.tenantHeader));\n'],
  ['a message', 'log.warn(`no ${config.hook.clientHeader} in the request`);\n'],
])('%s is no reading of it', async (_what, code) => {
  const { findings } = await scannedCode({
    'config.json': `{"hook": {"clientHeader": "${H}"}}\n`,
    'src/h.js': code,
  });
  expect(findings.filter((one) => one.includes('src/h.js'))).toEqual([]);
});
