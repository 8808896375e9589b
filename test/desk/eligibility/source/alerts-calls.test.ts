import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';

/** Code in context; a line that must be found ends with `«kind»`. */
const calls: Readonly<Record<string, string>> = {
  'src/a.js': `
    const RULES = '/rules';
    const ALERTS = '/alerts';
    await http.get(BASE + RULES + '/' + id + ALERTS); «alerts-call»`,
  'src/b.ts': `
    const res = await fetch(\`\${this.base}/rules/\${rule.id}/alerts?page=\${n}\`, { headers }); «alerts-call»`,
  'src/c.js': `
    const url =
      config.serviceUrl +
      '/rules/' +
      encodeURIComponent(ruleId) +
      '/alerts'; «alerts-call»
    return axios.get(url);`,
  'src/d.ts': `
    const paths = { rules: () => '/rules', alerts: (id: string) => \`\${paths.rules()}/\${id}/alerts\` }; «alerts-call»`,
  'src/e.js': `return request({ method: 'GET', uri: 'https://api.example.com/rules/alerts', json: true }); «alerts-call»`,
  'src/f.ts': `const url = new URL('rules/alerts', base); «alerts-call»`,
  'src/g.js': `return got(['rules', id, 'alerts'].join('/'), options); «alerts-call»`,
  'src/h.ts': `
    function rulePath(id) {
      return '/rules/' + id;
    }
    export const list = (id) => client.get(rulePath(id) + '/alerts'); «alerts-call»`,
  'src/i.ts': `return this.http.get<Alert[]>(\`\${environment.api}/rules/\${id}/alerts\`); «alerts-call»`,
  'src/j.js': `
    let path = '/rules/' + ruleId;
    path += '/alerts'; «alerts-call»
    return call(path);`,
  'src/k.ts': `const alerts = await sdk.rules.listAlerts({ ruleId }); «alerts-call»`,
  'src/l.js': `for await (const alert of client.rules.alerts.list({ pageSize: 100 })) save(alert); «alerts-call»`,
  'src/m.ts': `const page = await new RulesApi(configuration).rulesRuleIdAlertsGet({ ruleId: id }); «alerts-call»`,
  'src/n.js': `const url = util.format('%s/rules/%s/alerts', base, id); «alerts-call»`,
  'src/o.ts': `const p = path.posix.join('/rules', id, 'alerts'); «alerts-call»`,
  'src/p.tsx': `const { data } = useQuery(['alerts'], () => api.get('/rules/alerts').then((r) => r.data)); «alerts-call»`,
  'src/q.js': `const url = '/rules/{ruleId}/alerts'.replace('{ruleId}', id); «alerts-call»`,
  'src/r.ts': `superagent.get(base + '/rules/alerts').set('Authorization', key); «alerts-call»`,
  'A.cs': `
    var url = $"{_options.BaseUrl}/rules/{ruleId}/alerts"; «alerts-call»
    return await _client.GetAsync(url);`,
  'B.cs': `
    public class Client {
      const string RulesPath = "/rules";
      const string AlertsSuffix = "/alerts";
      Task<string> Get(Guid id) => http.GetStringAsync(RulesPath + "/" + id + AlertsSuffix); «alerts-call»
    }`,
  'C.cs': `var request = new RestRequest("/rules/{ruleId}/alerts").AddUrlSegment("ruleId", id); «alerts-call»`,
  'D.cs': `var page = await baseUrl.AppendPathSegments("rules", id, "alerts").GetJsonAsync<Page>(); «alerts-call»`,
  'E.cs': `var page = await baseUrl.AppendPathSegment("rules").AppendPathSegment("alerts").GetJsonAsync<Page>(); «alerts-call»`,
  'F.cs': `
    var sb = new StringBuilder(baseUrl);
    sb.Append("/rules/");
    sb.Append(ruleId);
    sb.Append("/alerts"); «alerts-call»`,
  'G.cs': `var uri = new Uri(new Uri(baseUrl), "rules/alerts"); «alerts-call»`,
  'H.cs': `var uri = string.Format("{0}/rules/{1}/alerts", _base, id); «alerts-call»`,
  'I.cs': `var uri = string.Join("/", baseUrl, "rules", id, "alerts"); «alerts-call»`,
  'J.cs': `
    using RestEase;
    public interface IRules {
      [Get("rules/alerts")] «alerts-call»
      Task<Page> Alerts();
    }`,
  'K.cs': `var result = await _serviceClient.Rules.ListAlertsAsync(id, ct); «alerts-call»`,
  'L.cs': `var request = new HttpRequestMessage(HttpMethod.Get, "rules/alerts/" + alertId); «alerts-call»`,
  'M.cs': `var url = QueryHelpers.AddQueryString($"{root}/rules/alerts", query); «alerts-call»`,
  'a.py': `
    RULES = "/rules"

    def alerts(rule):
        return session.get("%s%s/%s/alerts" % (BASE, RULES, rule)) «alerts-call»`,
  'b.py': `
    url = "{}/rules/{}/alerts".format(BASE, rule_id) «alerts-call»`,
  'c.py': `
    url = "/".join([base, "rules", rule, "alerts"]) «alerts-call»`,
  'd.py': `
    async with session.get(f"{self.base}/rules/alerts", params=params) as response: «alerts-call»
        return await response.json()`,
  'e.py': `
    url = (
        BASE_URL
        + "/rules/"
        + rule
        + "/alerts" «alerts-call»
    )`,
  'f.py': `
    url = (
        "https://api.example.com"
        "/rules/alerts" «alerts-call»
    )`,
  'g.py': `url = yarl.URL(base) / "rules" / rule / "alerts" «alerts-call»`,
  'h.py': `page = rules_api.get_rule_alerts(rule_id=rule, page_size=100) «alerts-call»`,
  'i.py': `
    class Api(Consumer):
        @uplink.get("rules/{rule_id}/alerts") «alerts-call»
        def alerts(self, rule_id): pass`,
  'j.py': `
    ENDPOINTS = {
        "rules": "/rules",
        "rule_alerts": "/rules/{rule_id}/alerts", «alerts-call»
    }
    r = requests.get(BASE + ENDPOINTS["rule_alerts"].format(rule_id=rule))`,
  'k.py': `return urlopen(Request(API_ROOT + "rules/alerts/" + alert_id, headers=h)) «alerts-call»`,
  'A.java': `
    String url = UriComponentsBuilder.fromHttpUrl(base).pathSegment("rules", id, "alerts").toUriString(); «alerts-call»`,
  'B.java': `
    Response r = client.target(base).path("rules").path(id).path("alerts").request().get(); «alerts-call»`,
  'C.java': `
    return restTemplate.getForObject(base + "/rules/{id}/alerts", AlertPage.class, id); «alerts-call»`,
  'D.java': `
    return webClient.get().uri("/rules/alerts").retrieve().bodyToMono(AlertPage.class); «alerts-call»`,
  'E.java': `
    return webClient.get().uri(b -> b.path("/rules/{id}/alerts").queryParam("page", 1).build(id)).retrieve(); «alerts-call»`,
  'F.java': `
    String path = "%s/rules/%s/alerts".formatted(base, id); «alerts-call»`,
  'G.java': `
    @FeignClient(name = "ledger", url = "\${ledger.url}")
    public interface Ledger {
      @GetMapping("/rules/{ruleId}/alerts") «alerts-call»
      Page alerts(@PathVariable("ruleId") String ruleId);
    }`,
  'H.java': `
    var page = rulesApi.listRuleAlerts(ruleId, 1, 100); «alerts-call»`,
  'I.java': `
    private static final String RULES = "/rules";
    private static final String ALERTS = RULES + "/alerts"; «alerts-call»
    String all() { return get(BASE + ALERTS); }`,
  'J.java': `
    URI uri = new URIBuilder(base).setPathSegments("rules", "alerts").build(); «alerts-call»`,
  'A.kt': `val page = client.get { url { appendPathSegments("rules", id, "alerts") } }.body<Page>() «alerts-call»`,
  'B.kt': `
    interface Ledger {
        @GET("rules/alerts/{id}") «alerts-call»
        suspend fun alert(@Path("id") id: String): Alert
    }
    val retrofit = Retrofit.Builder().build()`,
  'C.kt': `val request = Request(Method.GET, "$base/rules/$rule/alerts") «alerts-call»`,
  'a.go': `
    req, err := http.NewRequest("GET", c.BaseURL+"/rules/"+ruleID+"/alerts", nil) «alerts-call»`,
  'b.go': `
    const rulesPath = "/rules"
    resp, err := http.Get(fmt.Sprintf("%s%s/alerts", base, rulesPath)) «alerts-call»`,
  'c.go': `
    u.Path = path.Join(u.Path, "rules", id, "alerts") «alerts-call»`,
  'd.go': `
    resp, err := resty.New().R().SetResult(&page).Get(base + "/rules/alerts") «alerts-call»`,
  'e.go': `
    alerts, _, err := client.Rules.ListAlerts(ctx, id, &opts) «alerts-call»`,
  'f.go': `
    u := strings.Join([]string{base, "rules", id, "alerts"}, "/") «alerts-call»`,
  'g.go': `
    rel := &url.URL{Path: fmt.Sprintf("/rules/%s/alerts", id)} «alerts-call»`,
  'a.rb': `
    uri = URI("#{BASE}/rules/#{id}/alerts") «alerts-call»
    Net::HTTP.get(uri)`,
  'b.rb': `
    class Ledger
      include HTTParty
      def alerts(id)
        self.class.get("/rules/" + id + "/alerts") «alerts-call»
      end
    end`,
  'c.rb': `
    RestClient.get(File.join(BASE_URL, 'rules', id, 'alerts')) «alerts-call»`,
  'd.rb': `
    url = format('%s/rules/%s/alerts', base, id) «alerts-call»`,
  'e.rb': `
    alerts = client.rules.alerts(rule_id, page: 1) «alerts-call»`,
  'f.rb': `
    get "/rules/alerts", page: 1 if false «alerts-call»
    response = connection.get 'rules/alerts' «alerts-call»`,
  'a.php': `<?php
    $url = $this->base . '/rules/' . $ruleId . '/alerts'; «alerts-call»`,
  'b.php': `<?php
    $response = Http::withBasicAuth($key, '')->get("{$base}/rules/{$rule}/alerts"); «alerts-call»`,
  'c.php': `<?php
    $response = $client->request('GET', sprintf('/rules/%s/alerts', $id)); «alerts-call»`,
  'd.php': `<?php
    const RULES = '/rules';
    const ALERTS = self::RULES . '/alerts'; «alerts-call»`,
  'e.php': `<?php
    $path = implode('/', ['rules', $id, 'alerts']); «alerts-call»`,
  'f.php': `<?php
    $alerts = $client->rules()->alerts()->all(['pageSize' => 100]); «alerts-call»`,
  'config/service.json': `
    { "service": { "paths": {
      "companies": "/companies",
      "alerts": "/rules/alerts" «alerts-call»
    } } }`,
  'config/service.yaml': `
    paths:
      alerts: "/rules/{ruleId}/alerts" «alerts-call»`,
  'app.properties': `
    service.rules.path=/rules
    service.alerts.path=/rules/alerts «alerts-call»`,
  'App.config': `
    <configuration><appSettings>
      <add key="AlertsPath" value="rules/alerts" /> «alerts-call»
    </appSettings></configuration>`,
  'scripts/pull.sh': `
    curl -s -u "$KEY:" "$BASE/rules/alerts?pageSize=500" «alerts-call»`,
  'src/comment.ts': `
    // GET /rules/{ruleId}/alerts was called here «alerts-call?»
    const a = 1;`,
  'src/sync.test.js': `
    nock(base).get('/rules/alerts').reply(200, { results: [] }); «alerts-call?»`,
  'docs/notes.md': `
    We poll \`GET /rules/alerts\` every five minutes. «alerts-call?»`,
};

const notCalls: Readonly<Record<string, string>> = {
  'src/a.js': `app.get('/rules/:ruleId/alerts', async (req, res) => res.json(await db.alertsOf(req.params.ruleId)));`,
  'src/b.js': `router.get('/rules/alerts', auth, listAlerts);`,
  'src/c.js': `fastify.route({ method: 'GET', url: '/rules/alerts', handler: list });`,
  'src/d.tsx': `<Route path="/rules/:ruleId/alerts" element={<Alerts />} />`,
  'src/e.tsx': `<Link to={\`/rules/\${rule.id}/alerts\`}>Alerts</Link>`,
  'src/f.js': `http.get('/rules/' + id);`,
  'src/g.js': `http.get('/rules');`,
  'src/h.js': `import { list } from './rules/alerts';`,
  'src/i.js': `const file = path.join(__dirname, 'rules', 'alerts');`,
  'src/j.js': `await http.post('/rules/alerts', body);`,
  'src/k.js': `if (location.pathname === '/rules/alerts') show();`,
  'src/l.js': `navigate('/rules/alerts');`,
  'src/m.js': `const menu = [{ label: 'Alerts', href: '/rules/alerts' }];`,
  'src/n.js': `for (const table of ['rules', 'alerts']) truncate(table);`,
  'src/o.js': `await fetch(\`\${GRAFANA_URL}/api/v1/rules/\${uid}/alerts\`);`,
  'src/p.js': `await fetch('https://api.datadoghq.com/api/v1/rules/alerts');`,
  'src/q.ts': `
    @Controller('rules')
    export class RulesController {
      @Get('/rules/alerts')
      list() {}
    }`,
  'src/r.js': `t('rules.alerts'); i18n.t('rules/alerts');`,
  'src/s.js': `const rows = await repo.rules.findAlerts(id); prisma.rules.alerts.list();`,
  'A.cs': `
    [ApiController]
    public class RulesController : ControllerBase {
      [HttpGet("rules/{ruleId}/alerts")]
      public IActionResult Alerts(Guid ruleId) => Ok();
    }`,
  'B.cs': `app.MapGet("/rules/alerts", (IAlerts alerts) => alerts.All());`,
  'a.py': `
    @app.route("/rules/alerts")
    def alerts(): return ""`,
  'b.py': `
    urlpatterns = [
        path("rules/<uuid:rule_id>/alerts", views.alerts),
    ]`,
  'c.py': `open(os.path.join("config", "rules", "alerts"))`,
  'A.java': `
    @RestController
    public class Rules {
      @GetMapping("/rules/{ruleId}/alerts")
      List<Alert> alerts(@PathVariable String ruleId) { return List.of(); }
    }`,
  'B.java': `
    @Path("/rules/alerts")
    public class Rules { @GET public List<Alert> all() { return List.of(); } }`,
  'A.kt': `
    routing {
        get("/rules/alerts") { call.respond(alerts()) }
    }`,
  'a.go': `
    r.HandleFunc("/rules/{id}/alerts", h.alerts).Methods("GET")
    mux.Handle("GET /rules/alerts", h)
    e.GET("/rules/:id/alerts", h.list)`,
  'config/routes.rb': `
    get '/rules/alerts', to: 'rules#alerts'
    resources :rules do
      resources :alerts
    end`,
  'a.rb': `
    get '/rules/alerts' do
      json alerts
    end`,
  'a.php': `<?php
    Route::get('/rules/{rule}/alerts', [RuleController::class, 'alerts']);
    $app->get('/rules/alerts', AlertsAction::class);`,
  'b.php': `<?php
    #[Route('/rules/alerts', methods: ['GET'])]
    public function alerts(): Response { return new Response(); }`,
  'openapi.yaml': `
    paths:
      /rules/alerts:
        get:
          summary: Lists alerts`,
  'prometheus.yml': `
    rule_files:
      - /etc/prometheus/rules/alerts/*.yml
      - rules/alerts.yml`,
};

describe('Calls of the alerts endpoints', () => {
  it.each(Object.entries(calls))('are found in %s', async (path, code) => {
    expect(await foundIn(path, code)).toEqual(markedIn(code));
  });
  it.each(Object.entries(notCalls))('are none in %s', async (path, code) => {
    expect((await foundIn(path, code)).filter((found) => found.startsWith('alerts-call'))).toEqual([]);
  });
});
