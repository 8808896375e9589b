import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedIn } from '#test/support/marked-source.ts';
import { foundIn, recognizedIn } from '#test/support/recognized.ts';

/** Receivers of webhooks in languages and formats of all kinds; a line that must be found ends with `«kind»`. */
const receivers: Readonly<Record<string, string>> = {
  'lib/hooks.pl': `my $event = decode_json($body);
if ($event->{RuleId} eq $wanted) { «rule-id-use»
  my $client = $ENV{HTTP_X_SERVICE_CLIENTID}; «client-id-read»
  print "Retry-After: 30\\n"; «retry-after-set»
}
my $auth = $cgi->http('Authorization'); «authorization-check»`,
  'lib/hook_controller.ex': `def create(conn, %{"RuleId" => rule, "AlertId" => id}) do «rule-id-use»
  client = get_req_header(conn, "x-service-clientid") «client-id-read»
  conn |> put_resp_header("retry-after", "30") |> send_resp(503, "") «retry-after-set»
  ["Bearer " <> token] = get_req_header(conn, "authorization") «authorization-check»
end`,
  'classes/HookReceiver.cls': `@RestResource(urlMapping='/hooks/*')
global class HookReceiver {
  @HttpPost global static void post() {
    Map<String, Object> body = (Map<String, Object>) JSON.deserializeUntyped(RestContext.request.requestBody.toString());
    String rule = (String) body.get('RuleId'); «rule-id-use»
    String client = RestContext.request.headers.get('X-Service-ClientId'); «client-id-read»
    RestContext.response.addHeader('Retry-After', '60'); «retry-after-set»
  }
}`,
  'Hooks/Receiver.vb': `Public Class WebhookBody
  Public Property AlertId As Guid
  Public Property RuleId As Guid «rule-id-use»
End Class
Public Class HookController
  Function Post(body As WebhookBody) As IHttpActionResult
    Dim client = Request.Headers.GetValues("X-Service-ClientId").First() «client-id-read»
    Dim lane = lanes(body.RuleId) «rule-id-use»
    response.Headers.Add("Retry-After", "30") «retry-after-set»
  End Function
End Class`,
  'src/Hooks.fs': `type Alert =
  { AlertId: Guid
    RuleId: Guid «rule-id-use»
    RuleType: string }
let handle (ctx: HttpContext) (alert: Alert) =
  let client = ctx.Request.Headers.["X-Service-ClientId"] «client-id-read»
  ctx.Response.Headers.["Retry-After"] <- StringValues "30" «retry-after-set»
  route alert.RuleId «rule-id-use»`,
  'src/hook.cpp': `void onHook(const httplib::Request& req, httplib::Response& res) {
  auto body = nlohmann::json::parse(req.body);
  auto rule = body["RuleId"].get<std::string>(); «rule-id-use»
  auto client = req.get_header_value("X-Service-ClientId"); «client-id-read»
  if (req.get_header_value("Authorization") != secret) { res.status = 401; return; } «authorization-check»
  res.set_header("Retry-After", "30"); «retry-after-set»
}`,
  'lua/hook.lua': `local body = cjson.decode(ngx.req.get_body_data())
local rule = body.RuleId «rule-id-use»
local client = ngx.req.get_headers()["X-Service-ClientId"] «client-id-read»
ngx.header["Retry-After"] = 30 «retry-after-set»
ngx.header.retry_after = 10 «retry-after-set»`,
  'app/Hook.scala': `case class WebhookAlert(AlertId: UUID, RuleId: UUID, RuleType: String) «rule-id-use»
def hook = Action(parse.json[WebhookAlert]) { request =>
  val client = request.headers.get("X-Service-ClientId") «client-id-read»
  ServiceUnavailable.withHeaders("Retry-After" -> "30") «retry-after-set»
}`,
  'lib/hook.dart': `class WebhookAlert {
  final String ruleId; «rule-id-use»
  WebhookAlert.fromJson(Map<String, dynamic> json) : ruleId = json['RuleId'], ruleType = json['RuleType']; «rule-id-use»
}
Response handle(Request request) {
  final client = request.headers['x-service-clientid']; «client-id-read»
  return Response(503, headers: {'Retry-After': '30'}); «retry-after-set»
}`,
  'Sources/Hook.swift': `struct WebhookAlert: Content {
  let alert: UUID
  let rule: UUID
  enum CodingKeys: String, CodingKey {
    case alert = "AlertId"
    case rule = "RuleId" «rule-id-use»
  }
}
func hook(req: Request) throws -> Response {
  let client = req.headers.first(name: "X-Service-ClientId") «client-id-read»
  return Response(status: .serviceUnavailable, headers: ["Retry-After": "30"]) «retry-after-set»
}`,
  'src/hook.rs': `#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct WebhookAlert { alert_id: Uuid, rule_id: Uuid, rule_type: String } «rule-id-use»
async fn hook(headers: HeaderMap, Json(alert): Json<WebhookAlert>) -> impl IntoResponse {
  let client = headers.get("x-service-clientid"); «client-id-read»
  (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "30")]) «retry-after-set»
}`,
  'hooks/receiver.ps1': `param($Request)
$body = $Request.Body | ConvertFrom-Json
if ($body.RuleId -eq $wanted) { } «rule-id-use»
$client = $Request.Headers['X-Service-ClientId'] «client-id-read»`,
  'hooks/r.clj': `(defn handle [req]
  (let [body (json/parse-string (slurp (:body req)))
        rule (get body "RuleId") «rule-id-use»
        client (get-in req [:headers "x-service-clientid"])] «client-id-read»
    {:status 503 :headers {"Retry-After" "30"}})) «retry-after-set»`,
  'hooks/h.erl': `init(Req0, State) ->
  Client = cowboy_req:header(<<"x-service-clientid">>, Req0), «client-id-read»
  #{<<"RuleId">> := Rule, <<"AlertId">> := Id} = jsx:decode(Body), «rule-id-use»
  {ok, cowboy_req:reply(503, #{<<"retry-after">> => <<"30">>}, Req0), State}. «retry-after-set»`,
  'hooks/Hook.groovy': `def body = new JsonSlurper().parse(request.inputStream)
def rule = body.RuleId «rule-id-use»
def client = request.getHeader('X-Service-ClientId') «client-id-read»
response.setHeader('Retry-After', '30') «retry-after-set»`,
  'workflows/hook.json':
    `{"nodes":[{"parameters":{"conditions":{"string":[{"value1":"={{$json[\\"body\\"][\\"RuleId\\"]}}","operation":"equal"}]}},"name":"IF"},
{"name":"Webhook","type":"n8n-nodes-base.webhook"},
{"parameters":{"value":"={{$json.headers[\\"x-service-clientid\\"]}}"}}]}`
      .replace('operation":"equal"}]}},"name":"IF"},', 'operation":"equal"}]}},"name":"IF"}, «rule-id-use»')
      .replace('"]}}"}}]}', '"]}}"}}]} «client-id-read»'),
  'flows/red.json': `[{"type":"function","func":"const rule = msg.payload.RuleId;\\nmsg.client = msg.req.headers['x-service-clientid'];\\nreturn msg;","name":"alert webhook"}] «rule-id-use» «client-id-read»`,
  'logic/definition.json': `{"triggers":{"manual":{"type":"Request","kind":"Http"}},
"actions":{"Switch":{"expression":"@triggerBody()?['RuleId']"}, «rule-id-use»
"c":{"inputs":"@triggerOutputs()['headers']['X-Service-ClientId']"}}} «client-id-read»`,
  'statemachine/hook.asl.json': `{"States":{"Route":{"Type":"Choice","Choices":[{"Variable":"$.detail.RuleId","StringEquals":"x"}], «rule-id-use»
"Comment":"webhook alert by RuleType"}}}`,
  'eventbridge/pattern.json': `{"source":["partner.webhooks"],"detail":{"RuleType":["Sync Completed"],"RuleId":["8c1f"]}} «rule-id-use»`,
  'logstash/hook.conf': `filter { if [RuleId] == "8c1f" { mutate { add_tag => ["webhook"] } } «rule-id-use»
 mutate { copy => { "[headers][http_x_service_clientid]" => "client" } } } «client-id-read»`,
  'vector/vector.toml': `[transforms.route]
type = "remap"
source = '''
.lane = .webhook.RuleId «rule-id-use»
'''`,
  'splunk/savedsearches.conf': `[legacy webhooks]
search = index=hooks sourcetype=webhook RuleType="Sync Failed" | stats count by RuleId «rule-id-use»`,
  'nginx/hooks.conf': `map $http_x_service_clientid $pool { default a; } «client-id-read»
location /hooks { add_header Retry-After 30 always; if ($http_authorization != "x") { return 401; } } «retry-after-set» «authorization-check»`,
  'haproxy.cfg': `frontend hooks
  acl ours req.hdr(X-Service-ClientId) -f /etc/clients «client-id-read»
  http-request deny unless { req.hdr(Authorization) -m str Basic }  «authorization-check»
  http-response set-header Retry-After 30 «retry-after-set»`,
  Caddyfile: `hooks.example.com {
  @ours header X-Service-ClientId 1234 «client-id-read»
  header /hooks Retry-After 30 «retry-after-set»
}`,
  'sql/view.sql': `create view hook_rules as select body->>'RuleId' as rule, body ->> 'RuleType' as kind from webhook_events; «rule-id-use»`,
  'models/stg_alerts.sql': `select {{ json_extract('body', 'RuleId') }} as rule, json_value(payload, '$.RuleId') as r2 from {{ source('webhooks','alerts') }} «rule-id-use»`,
  'mapping/hook.vtl': `#set($body = $input.path('$'))
{ "rule": "$input.path('$.RuleId')", "type": "$body.RuleType", «rule-id-use»
 "client": "$input.params('X-Service-ClientId')" } «client-id-read»`,
  'mail/alert.liquid': `Webhook {{ payload.RuleType }} rule {{ payload.RuleId }}: {{ payload.Message }} «rule-id-use»`,
  'mail/alert.hbs': `<p>{{#if alert.RuleId}}Rule {{alert.RuleId}}{{/if}} {{alert.RuleType}}</p> «rule-id-use»`,
  '.github/workflows/hook.yml': `on: repository_dispatch
jobs:
  a:
    steps:
      - run: echo "rule \${{ github.event.client_payload.RuleId }} \${{ github.event.client_payload.RuleType }}" «rule-id-use»
      - run: |
          jq -r '.RuleId' alert.json «rule-id-use»`,
  'hooks/model.py': `class WebhookAlert(BaseModel):
    model_config = ConfigDict(alias_generator=to_pascal)
    alert_id: UUID
    rule_id: UUID «rule-id-use»
    rule_type: str`,
  'hooks/ma.py': `class AlertSchema(Schema):
    rule = fields.UUID(data_key="RuleId") «rule-id-use»
    kind = fields.Str(data_key="RuleType")`,
  'hooks/zod.ts': `export const alertSchema = z.object({
  AlertId: z.string().uuid(),
  RuleId: z.string().uuid(), «rule-id-use»
  RuleType: z.string(),
});`,
  'hooks/cc.ts': `import camelcaseKeys from 'camelcase-keys';
export function receive(req: Request) {
  const { ruleId, ruleType } = camelcaseKeys(req.body) as Webhook; «rule-id-use»
  return routes[ruleId];
}`,
  'proto/hook.proto': `message WebhookAlert {
  string alert_id = 1;
  string rule_id = 2 [json_name = "RuleId"]; «rule-id-use»
  string rule_type = 3;
}`,
  'hooks/Alert.java': `@JsonNaming(PropertyNamingStrategies.UpperCamelCaseStrategy.class)
public record WebhookAlert(UUID alertId, UUID ruleId, String ruleType) {} «rule-id-use»`,
  'cobol/HOOK.cbl': `       01  WEBHOOK-ALERT.
           05  ALERT-ID      PIC X(36).
           05  RULE-ID       PIC X(36). «rule-id-use»
           05  RULE-TYPE     PIC X(40).`,
  'abap/zhook.abap': `TYPES: BEGIN OF ty_alert,
  alert_id TYPE string,
  rule_id  TYPE string, «rule-id-use»
  rule_type TYPE string,
END OF ty_alert.
DATA(lv_client) = request->get_header_field( 'X-Service-ClientId' ). «client-id-read»
response->set_header_field( name = 'Retry-After' value = '30' ). «retry-after-set»`,
  'plsql/hook.pkb': `PROCEDURE receive(p_body CLOB) IS
 l_obj JSON_OBJECT_T := JSON_OBJECT_T.parse(p_body);
BEGIN
 l_rule := l_obj.get_string('RuleId'); «rule-id-use»
 SELECT JSON_VALUE(p_body, '$.RuleType') INTO l_type FROM dual;
 l_client := OWA_UTIL.get_cgi_env('HTTP_X_SERVICE_CLIENTID'); «client-id-read»
END;`,
  'policies/apim.xml': `<policies><inbound>
<set-variable name="client" value="@(context.Request.Headers.GetValueOrDefault("X-Service-ClientId",""))" /> «client-id-read»
<choose><when condition="@((string)((JObject)context.Request.Body.As<JObject>())["RuleId"] == "x")"></when></choose> «rule-id-use»
</inbound><outbound><set-header name="Retry-After" exists-action="override"><value>30</value></set-header></outbound></policies> «retry-after-set»`,
  'camel/route.xml': `<route><from uri="jetty:http://0.0.0.0/hooks"/><choice><when><simple>\${body[RuleId]} == 'x'</simple></when> «rule-id-use»
<when><simple>\${header.X-Service-ClientId} == 'x'</simple></when></choice></route> «client-id-read»`,
  'fluent/f.conf': `<match webhook.**>
  tag hooks.\${record["RuleId"]} «rule-id-use»
</match>`,
  'traefik/dyn.yml': `http:
  routers:
    hooks:
      rule: "Headers(\`X-Service-ClientId\`, \`1234\`)" «client-id-read»`,
  'istio/vs.yaml': `spec:
  http:
  - match:
    - headers:
        x-service-clientid: «client-id-read»
          exact: abc`,
};

describe('RuleId and headers in every language', () => {
  it.each(Object.entries(receivers))('are found in %s', (path, code) => {
    expect(foundIn(path, code).filter((one) => !one.includes('?'))).toEqual(markedIn(code));
  });

  it.each(Object.entries(receivers))('are never explained away in %s', (path, code) => {
    const text = code.replace(/«[a-z-]+\??»/g, '');
    const { explanations } = recognizedIn(path, text);
    const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
    const subjects = { 'rule-id-use': 'rule-id', 'client-id-read': 'client-id-header' } as Readonly<
      Record<string, string>
    >;
    for (const mark of markedIn(code)) {
      const [kind = '', line] = mark.split(' ');
      const onLine = explanations.filter(
        ({ subject, from }) => subject === subjects[kind] && lineOf(from) === Number(line),
      );
      const names = text.split('\n')[Number(line) - 1]?.match(/rule[_-]?id|service-?clientid/gi)?.length ?? 0;
      // Other words on the line may be explained, but not all of them.
      expect(onLine.length, `${mark}: ${onLine[0]?.why}`).toBeLessThan(Math.max(1, names));
    }
  });
});

describe('Explanations', () => {
  const reasonsIn = (path: string, code: string, subject: string): string[] =>
    recognizedIn(path, code)
      .explanations.filter((one) => one.subject === subject)
      .map(({ reason }) => reason);

  it.each([
    [
      'a.js',
      "// RuleType, and RuleId's id\nimport { ESLint } from 'eslint';\nuse(message.ruleId);",
      'rule-id',
      'other-library',
    ],
    [
      'a.py',
      'import semgrep\nfor finding in results:\n    print(finding["rule_id"])',
      'rule-id',
      'other-library',
    ],
    ['a.ts', 'export const rule = (ruleId: string) => get(pathOf(ruleId));', 'rule-id', 'definition'],
    ['a.py', "@app.get('/rules/{rule_id}')\ndef rule(rule_id: int): ...", 'rule-id', 'own-field'],
    ['a.po', 'msgid "Rule %(rule_id)s is gone"', 'rule-id', 'text'],
    ['a.c', 'struct fw_rule { uint32_t rule_id; };', 'rule-id', 'own-field'],
    ['a.js', "const wait = response.headers.get('Retry-After');", 'retry-after', 'outgoing-call'],
    [
      'login.js',
      "function login(req, res) {\n  if (locked) res.set('Retry-After', '60');\n}",
      'retry-after',
      'own-api',
    ],
    ['a.js', 'fetch(url, { headers: { Authorization: key } });', 'authorization', 'outgoing-call'],
    ['a.sh', 'curl -H "Authorization: Basic $KEY" https://x.example/', 'authorization', 'outgoing-call'],
    [
      'a.js',
      'const user = jwt.verify(req.headers.authorization, KEY);\nsession.user = user;',
      'authorization',
      'own-api',
    ],
    [
      'a.js',
      "axios.get(url, { headers: { 'X-Service-ClientId': id } });",
      'client-id-header',
      'outgoing-call',
    ],
    ['A.cs', 'using Microsoft.AspNetCore.Authorization;\nclass A {}', 'authorization', 'other-library'],
  ])('of %s: %s (%s, %s)', (path, code, subject, reason) => {
    expect(reasonsIn(path, code, subject)).toContain(reason);
  });

  it.each([
    ['a variable in a language that nobody knows', 'hook.xyz', 'take RuleId from it'],
    ['an operator that looks like a comment', 'hook.xyz', 'let r = a // b.RuleId'],
    [
      'a keyword parameter of a handler',
      'hook.py',
      'def on_webhook(rule_id, rule_type, **rest):\n    route(rule_id)',
    ],
    [
      'the name on the wire beside a tool that the alert is sent to',
      'notify.js',
      'pagerduty.trigger(req.body.RuleId);',
    ],
    ['a word within another', 'a.js', 'for (const e of cJsonArray(x)) use(e["RuleId"]);'],
  ])('are not given for %s', (_what, path, code) => {
    const { uses, explanations } = recognizedIn(path, code);
    expect([
      ...explanations.filter(({ subject }) => subject === 'rule-id').map(({ why }) => why),
      ...(uses.length > 0 ? [] : []),
    ]).toEqual([]);
  });

  it('take any text, and stay within it', () => {
    const piece = fc.constantFrom(
      'RuleId',
      'rule_id',
      "['",
      "']",
      '"',
      ' = ',
      '(',
      ')',
      '{',
      '}',
      '\n',
      'Retry-After',
      'Authorization',
      'X-Service-ClientId',
      '.',
      ':',
      'headers',
      'eslint',
      '// ',
      '# ',
      'class A ',
      '<%',
      '%>',
      '{{',
      '}}',
      ' int ',
      '/rules/',
      '->',
      '\\',
      ', ',
    );
    const name = fc.constantFrom(
      'a.js',
      'a.py',
      'A.cs',
      'a.sql',
      'a.yml',
      'a.json',
      'a.html',
      'a.erb',
      'a.xyz',
      'a.go',
      'nginx.conf',
      'a.md',
      'a.clj',
    );
    fc.assert(
      fc.property(name, fc.array(piece, { maxLength: 30 }), (path, pieces) => {
        const text = pieces.join('');
        const { uses, explanations } = recognizedIn(path, text);
        for (const { from, to } of [...uses, ...explanations])
          expect(0 <= from && from < to && to <= text.length + 1).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
