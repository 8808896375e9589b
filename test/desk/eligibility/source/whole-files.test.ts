import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';

/** Receivers and clients as they are written whole; a line that must be found ends with `«kind»`. */
const whole: readonly (readonly [string, string])[] = [
  [
    'src/hooks/a.ts',
    `
type HookBody = { AlertId: string; RuleId: string; RuleType: string; Data: unknown }; «rule-id-use»
export const onHook = (b: HookBody) => routes.get(b.RuleId)?.(b.Data); «rule-id-use»`,
  ],
  [
    'src/hooks/b.js',
    `
exports.handle = async function (notification) {
  const ruleId = notification.RuleId; «rule-id-use»
  if (ruleId === config.syncRule) await sync(notification.CompanyId);
};`,
  ],
  [
    'src/hooks/c.js',
    `
const payload = await req.json();
if (payload?.RuleId === RULES.SYNC) run(payload.CompanyId); «rule-id-use»`,
  ],
  [
    'src/hooks/d.js',
    `
const id = _.get(req.body, 'RuleId'); «rule-id-use»
const company = _.get(req.body, 'CompanyId');`,
  ],
  [
    'src/report/alerts.ts',
    `
interface Alert { id: string; ruleId: string; status: 'Pending' | 'Sent' | 'Failed'; attempts: number } «rule-id-use»
export const grouped = (alerts: Alert[]) => Object.groupBy(alerts, ({ ruleId }) => ruleId); «rule-id-use»
const res = await fetch(apiUrl('/rules/alerts')); «alerts-call»`,
  ],
  [
    'src/repo.ts',
    `
await prisma.webhookAlert.create({ data: { alertId: body.AlertId, ruleId: body.RuleId, ruleType: body.RuleType } }); «rule-id-use»
const rows = await prisma.webhookAlert.findMany({ where: { ruleId: rule } }); «rule-id-use»`,
  ],
  [
    'Hooks/H.cs',
    `
public class HookController : ControllerBase {
    private const string ClientHeader = "X-Service-ClientId"; «client-id-read»
    [HttpPost("hook")]
    public IActionResult Post([FromBody] JObject payload) {
        if (!Request.Headers.ContainsKey(ClientHeader)) return BadRequest(); «client-id-read»
        var rule = payload.Value<string>("RuleId"); «rule-id-use»
        var company = payload["CompanyId"];
        if (rule == Settings.Rule) Run(company);
        return Ok();
    }
}`,
  ],
  [
    'Hooks/I.cs',
    `
switch (alert.RuleId.ToString()) { «rule-id-use»
    case Rules.Sync: Handle(alert.CompanyId, alert.RuleType); break;
}`,
  ],
  [
    'Data/Config.cs',
    `
public class AlertConfig : IEntityTypeConfiguration<WebhookAlert> {
    public void Configure(EntityTypeBuilder<WebhookAlert> b) {
        b.Property(x => x.RuleId).HasColumnName("rule_id"); «rule-id-use»
        b.Property(x => x.RuleType).HasColumnName("rule_type");
    }
}`,
  ],
  [
    'Hooks/Handler.cs',
    `
public class WebhookAuthHandler : AuthenticationHandler<Options> {
    protected override Task<AuthenticateResult> HandleAuthenticateAsync() {
        if (!Request.Headers.TryGetValue("Authorization", out var value)) return Fail(); «authorization-check»
        var header = AuthenticationHeaderValue.Parse(value);
        return Task.FromResult(AuthenticateResult.Success(ticket));
    }
}`,
  ],
  [
    'Mw.cs',
    `
public async Task InvokeAsync(HttpContext context) {
    var header = context.Request.Headers[HeaderNames.Authorization].ToString(); «authorization-check»
    if (!CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(header), _expected)) { context.Response.StatusCode = 401; return; }
    await _next(context);
}`,
  ],
  [
    'app/hooks.py',
    `
def handle(event, context):
    headers = {k.lower(): v for k, v in event["headers"].items()}
    if headers.get("authorization") != os.environ["HOOK_AUTH"]: «authorization-check»
        return {"statusCode": 401}
    client = headers["x-service-clientid"] «client-id-read»
    body = json.loads(event["body"])
    rule, company = body["RuleId"], body.get("CompanyId") «rule-id-use»
    return {"statusCode": 503, "headers": {"Retry-After": "30"}} «retry-after-set»`,
  ],
  [
    'app/serializers.py',
    `
class LegacyAlertSerializer(serializers.Serializer):
    AlertId = serializers.UUIDField()
    RuleId = serializers.UUIDField() «rule-id-use»
    RuleType = serializers.CharField()`,
  ],
  [
    'app/schema.py',
    `
class LegacyAlertSchema(Schema):
    alert_id = fields.UUID(data_key="AlertId")
    rule_id = fields.UUID(data_key="RuleId") «rule-id-use»
    rule_type = fields.Str(data_key="RuleType")`,
  ],
  [
    'app/db.py',
    `
cur.execute(
    """
    SELECT rule_id, count(*) «rule-id-use»
    FROM webhook_alerts
    GROUP BY rule_id «rule-id-use»
    """
)`,
  ],
  [
    'app/ratelimit.py',
    `
@app.errorhandler(429)
def too_many(e):
    response = jsonify(error="slow down")
    response.headers["Retry-After"] = str(e.retry_after) «retry-after-set»
    return response, 429`,
  ],
  [
    'a/Handler.java',
    `
public class WebhookHandler implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, Context context) {
        String auth = event.getHeaders().get("Authorization"); «authorization-check»
        if (!expected.equals(auth)) return new APIGatewayProxyResponseEvent().withStatusCode(401);
        String client = event.getHeaders().getOrDefault("X-Service-ClientId", ""); «client-id-read»
        return new APIGatewayProxyResponseEvent().withStatusCode(503).withHeaders(Map.of("Retry-After", "60")); «retry-after-set»
    }
}`,
  ],
  [
    'a/WebhookRepo.java',
    `
public interface WebhookAlertRepository extends JpaRepository<WebhookAlert, UUID> {
    List<WebhookAlert> findByRuleIdAndCompanyId(UUID ruleId, UUID companyId); «rule-id-use»
    @Query("select a from WebhookAlert a where a.ruleId = :rule")  «rule-id-use»
    List<WebhookAlert> ofRule(UUID rule);
}`,
  ],
  [
    'a/Advice.java',
    `
@ExceptionHandler(Busy.class)
ResponseEntity<Void> busy(Busy e) {
    HttpHeaders headers = new HttpHeaders();
    headers.set("Retry-After", "60"); «retry-after-set»
    return new ResponseEntity<>(headers, HttpStatus.SERVICE_UNAVAILABLE);
}`,
  ],
  [
    'a/JwtFilter.java',
    `
protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
    String header = request.getHeader("Authorization");
    if (header != null && header.startsWith("Bearer ")) {
        Claims claims = jwtService.parse(header.substring(7));
    }
}`,
  ],
  [
    'a/Hooks.kt',
    `
@RestController
class Hooks(private val props: Props) {
    @PostMapping("/hooks")
    fun hook(@RequestHeader("X-Service-ClientId") client: String, @RequestHeader(HttpHeaders.AUTHORIZATION) auth: String, @RequestBody body: LegacyAlert) { «client-id-read» «authorization-check»
        if (body.ruleId in props.ignored) return «rule-id-use»
    }
}
data class LegacyAlert(@JsonProperty("RuleId") val ruleId: UUID, @JsonProperty("RuleType") val ruleType: String) «rule-id-use»`,
  ],
  [
    'h/mw.go',
    `
func requireSecret(next http.Handler, secret string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := r.Header.Get("Authorization") «authorization-check»
		if subtle.ConstantTimeCompare([]byte(got), []byte(secret)) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}`,
  ],
  [
    'h/store.go',
    `
_, err := db.Exec("INSERT INTO inbox (alert_id, rule_id, company_id) VALUES ($1, $2, $3)", b.AlertID, b.RuleID, b.CompanyID) «rule-id-use»`,
  ],
  [
    'h/map.go',
    `
var handlers = map[string]func(Hook) error{}
func dispatch(h Hook) error { return handlers[h.RuleID](h) } «rule-id-use»
type Hook struct {
	AlertID string \`json:"AlertId"\`
	RuleID string \`json:"RuleId"\` «rule-id-use»
}`,
  ],
  [
    'h/jwt.go',
    `
func auth(r *http.Request) (*Claims, error) {
	raw := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	return jwt.Parse(raw, keyFunc)
}`,
  ],
  [
    'app/models/alert.rb',
    `
class WebhookAlert < ApplicationRecord
  belongs_to :subscription, foreign_key: :rule_id «rule-id-use»
  scope :of_rule, ->(rule) { where(rule_id: rule) } «rule-id-use»
  validates :rule_type, :alert_id, presence: true
end`,
  ],
  [
    'app/jobs/hook_job.rb',
    `
def perform(payload)
  case payload['RuleId'] «rule-id-use»
  when SYNC then Sync.run(payload.fetch('CompanyId'))
  end
end`,
  ],
  [
    'app/controllers/hooks_controller.rb',
    `
class HooksController < ApplicationController
  http_basic_authenticate_with name: ENV['HOOK_USER'], password: ENV['HOOK_PASSWORD'] «authorization-check»
  def create
    WebhookAlert.create!(alert_id: params['AlertId'], rule_id: params['RuleId']) «rule-id-use»
    head :service_unavailable, 'Retry-After' => 30 «retry-after-set»
  end
end`,
  ],
  [
    'src/Hook.php',
    `<?php
class HookRequest {
  public string $AlertId;
  public string $RuleId; «rule-id-use»
  public string $RuleType;
}
function route(object $alert) { return $this->map[$alert->RuleId] ?? null; } «rule-id-use»`,
  ],
  [
    'src/HookMw.php',
    `<?php
class VerifyWebhook {
  public function handle(Request $request, Closure $next) {
    if (! hash_equals(config('services.hook'), (string) $request->header('Authorization'))) abort(401); «authorization-check»
    $client = $request->headers->get(self::CLIENT); «client-id-read»
    return $next($request);
  }
  private const CLIENT = 'X-Service-ClientId'; «client-id-read»
}`,
  ],
  [
    'src/Slim.php',
    `<?php
$app->post('/hook', function ($request, $response) {
  $body = $request->getParsedBody();
  $rule = $body['RuleId'] ?? null; «rule-id-use»
  $company = $body['CompanyId'];
  return $response->withHeader('Retry-After', 30)->withStatus(503); «retry-after-set»
});`,
  ],
  [
    'src/Model/Alert.php',
    `<?php
class WebhookAlert extends Model {
  protected $fillable = ['alert_id', 'rule_id', 'rule_type', 'company_id']; «rule-id-use»
}`,
  ],
  [
    'src/client.ts',
    `
export class LedgerClient {
  private rulesPath(id?: string) { return id ? \`/rules/\${id}\` : '/rules'; }
  alertsOf(id: string) { return this.get(\`\${this.rulesPath(id)}/alerts\`); } «alerts-call»
}`,
  ],
  [
    'src/client2.ts',
    `
const api = { rule: (id) => '/rules/' + id };
export const get = (id) => http.get(api.rule(id).concat('/alerts')); «alerts-call»`,
  ],
  [
    'src/urls.py',
    `
API = "https://api.example.com"
def _url(*parts): return "/".join((API,) + parts)
def alerts(rule): return get(_url("rules", rule, "alerts")) «alerts-call»`,
  ],
  [
    'src/u.java',
    `
String url = new StringBuilder(base).append("/rules/").append(id).append("/alerts").toString(); «alerts-call»
String u2 = String.join("/", base, "rules", id, "alerts"); «alerts-call»
String u3 = MessageFormat.format("{0}/rules/{1}/alerts", base, id); «alerts-call»`,
  ],
  ['src/proxy.conf.js', `module.exports = { '/rules': { target: 'http://localhost:4000' } };`],
  [
    'src/mon.ts',
    `
const client = new PrometheusClient(url);
export const a = () => client.rules.alerts();`,
  ],
  [
    'src/sentry.ts',
    `
// https://docs.sentry.io/api/alerts
await fetch(\`https://sentry.io/api/0/projects/\${org}/rules/\${ruleId}/alerts/\`);`,
  ],
  [
    'web/api.ts',
    `
import { createApi } from '@reduxjs/toolkit/query/react';
export const api = createApi({ endpoints: (b) => ({ alerts: b.query({ query: (ruleId) => \`rules/\${ruleId}/alerts\` }) }) }); «alerts-call»`,
  ],
  [
    'src/hooks/wafmix.ts',
    `
export async function syncWaf(waf) { for (const hit of waf.hits) counts[hit.ruleId] = 1; }
export async function onWebhook(body) {
  await store(body.AlertId, body.RuleId); «rule-id-use»
}`,
  ],
];

/** Code that has rules, alerts and headers of its own. */
const strange: readonly (readonly [string, string])[] = [
  [
    'src/a.ts',
    `
// Azure Sentinel
const alerts = await client.alerts.list();
for (const a of alerts.value) console.log(a.properties.ruleId, a.properties.companyName);`,
  ],
  [
    'src/b.ts',
    `
export interface EmailRule { ruleId: string; forwardTo: string; enabled: boolean }
export const disable = (rule: EmailRule) => api.patch('/mail/rules/' + rule.ruleId, { enabled: false });`,
  ],
  [
    'src/c.py',
    `
class Rule(BaseModel):
    rule_id: str
    conditions: list[Condition]
    actions: list[Action]
def evaluate(rule, fact):
    return Outcome(rule_id=rule.rule_id, matched=all(c(fact) for c in rule.conditions))`,
  ],
  [
    'src/d.cs',
    `
public class SecurityRule { public string RuleId { get; set; } public int Priority { get; set; } public string Direction { get; set; } }`,
  ],
  [
    'src/e.go',
    `
type Rule struct {
	RuleID string \`json:"rule_id"\`
	Action string \`json:"action"\`
	SourceCIDR string
}`,
  ],
  [
    'src/f.java',
    `
@GetMapping("/api/rules/{ruleId}")
public Rule one(@PathVariable("ruleId") Long ruleId) { return rules.findById(ruleId).orElseThrow(); }`,
  ],
  [
    'src/g.ts',
    `
test('x', () => {});
const { ruleId } = useParams();
const { data } = useQuery(['rule', ruleId], () => api.get('/rules/' + ruleId));`,
  ],
  [
    'src/h.js',
    `
const dd = await fetch('https://api.datadoghq.eu/api/v1/monitor/' + ruleId + '/alerts');
const am = await fetch(ALERTMANAGER + '/api/v2/alerts');
const gr = await fetch(base + '/api/ruler/grafana/api/v1/rules');`,
  ],
  [
    'src/i.ts',
    `
res.set('X-RateLimit-Reset', n);
const h = { 'Retry-After': undefined };
const retryAfter = Number(response.headers['retry-after'] ?? 1);`,
  ],
  [
    'src/j.ts',
    `
app.get('/me', (req, res) => {
  const session = sessions.get(req.headers.authorization);
  res.json(session.user);
});
app.post('/hooks/ledger', (req, res) => {
  if (req.headers.authorization !== process.env.HOOK_AUTH) return res.sendStatus(401); «authorization-check»
  res.sendStatus(204);
});`,
  ],
  [
    'src/k.py',
    `
def get_current_user(authorization: str = Header(...)):
    return decode_jwt(authorization)`,
  ],
  [
    'src/l.cs',
    `
var token = context.Request.Headers["Authorization"].FirstOrDefault()?.Split(" ").Last();
if (token != null) AttachUserToContext(context, _jwtUtils.ValidateToken(token));`,
  ],
  [
    'src/m.kt',
    `
val alert = AlertDialog.Builder(ctx).setMessage(rule.ruleId.toString()).create()`,
  ],
  [
    'src/n.php',
    `<?php
$coupon = Mage::getModel('salesrule/rule')->load($item->getRuleId());
foreach ($quote->getAppliedRuleIds() as $ruleId) { $this->apply($ruleId); }`,
  ],
  [
    'src/o.rb',
    `
rule = SpamRule.find(params[:rule_id])
rule.alerts.each { |a| a.destroy }`,
  ],
  [
    'src/p.ts',
    `
const params = { ruleId: rule.id };
this.router.navigate(['rules', rule.id, 'alerts']);
return this.http.get('/rules/' + params.ruleId);`,
  ],
  [
    'src/q.sql',
    `
select r.rule_id, r.name from approval_rules r join approval_steps s on s.rule_id = r.rule_id;`,
  ],
  [
    'src/r.ts',
    `
stylelint.lint({}).then((d) => d.results.forEach((r) => r.warnings.forEach((w) => print(w.rule, w.ruleId))));`,
  ],
  [
    'src/s.py',
    `
guardduty = boto3.client("guardduty")
for f in findings: print(f["Service"]["RuleId"], f["Severity"])`,
  ],
  [
    'src/t.cs',
    `
// AWS WAF
var counts = logs.GroupBy(l => l.TerminatingRuleId);
foreach (var m in log.NonTerminatingMatchingRules) Console.WriteLine(m.RuleId);`,
  ],
  [
    'src/u.java',
    `
EventBridgeRule rule = client.describeRule(r -> r.name(ruleId));
String id = rule.getRuleId();`,
  ],
  [
    'src/v.js',
    `
const listener = await elbv2.describeRules({ ListenerArn: arn });
for (const r of listener.Rules) console.log(r.RuleId, r.Priority);`,
  ],
  [
    'src/x.ts',
    `
@Controller('alerts')
export class AlertsController {
  @Get(':ruleId') one(@Param('ruleId') ruleId: string) { return this.alerts.find({ where: { ruleId } }); }
}`,
  ],
  [
    'src/y.tsx',
    `
export const routes = [{ path: '/rules/:ruleId/alerts', Component: RuleAlerts }, { path: '/alerts', Component: All }];
<NavLink to="/rules/alerts">x</NavLink>;`,
  ],
  [
    'src/z.go',
    `
http.HandleFunc("/rules/alerts", func(w http.ResponseWriter, r *http.Request) { json.NewEncoder(w).Encode(alerts) })
r.Get("/rules/{id}/alerts", s.listAlerts)
rg := r.Group("/rules"); rg.GET("/:id/alerts", h)`,
  ],
  [
    'src/a1.ts',
    `
export const apiClient = axios.create({ baseURL: '/api', headers: { 'X-Client-Id': id } });
const clientId = req.headers['x-client-id'] || req.get('X-Service-Client');`,
  ],
  [
    'src/a2.py',
    `
log.warning("Webhook of rule %s failed", rule_id)
@app.delete("/rules/<rule_id>")
def drop(rule_id): Rule.query.filter_by(id=rule_id).delete()`,
  ],
];

const all = [...whole, ...strange];

describe('Whole pieces of code', () => {
  it.each(all)('give what is marked in %s', async (path, code) => {
    expect(await foundIn(path, code)).toEqual([...new Set(markedIn(code))]);
  });
});
