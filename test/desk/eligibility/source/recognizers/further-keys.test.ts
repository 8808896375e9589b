import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';

/** Small pieces of code in many languages: what is marked is found, and nothing else is. */
const pieces: readonly (readonly [what: string, path: string, code: string])[] = [
  [
    'a slice of a hash in Perl',
    'lib/Hook.pm',
    `sub take { my ($self, $event) = @_;
  my ($rule, $company) = @{$event}{qw(RuleId CompanyId)}; «rule-id-use»
  return $rule; }`,
  ],
  [
    'a pattern of Ruby',
    'app/webhooks/receiver.rb',
    `def perform(payload)
  case payload
  in { rule_id:, company_id: } «rule-id-use»
    Store.write(company_id)
  end
end`,
  ],
  [
    'a struct of C++ that a macro reads',
    'src/webhook.cpp',
    `struct WebhookEvent {
  std::string AlertId;
  std::string RuleId; «rule-id-use»
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(WebhookEvent, AlertId, RuleId) «rule-id-use»
};`,
  ],
  [
    'a name that is put together in Python',
    'hooks/webhook.py',
    `def ids(alert):
    return [alert.get(f"{name}Id") for name in ("Alert", "Rule", "Company")] «rule-id-use»`,
  ],
  [
    'a name that is put together from words in Ruby',
    'app/webhooks/ids.rb',
    `def ids(payload)
  %w[Alert Rule Company].map { |name| payload[name + 'Id'] } «rule-id-use»
end`,
  ],
  [
    'a name that is put together in PHP',
    'src/Webhook/Ids.php',
    `<?php
function ids(array $payload): array {
    return array_map(fn ($name) => $payload[$name . 'Id'], ['Alert', 'Rule', 'Company']); «rule-id-use»
}`,
  ],
  [
    'a name that is put together in Go',
    'hook/ids.go',
    `package hook
func ids(webhook map[string]any) (all []any) {
	for _, name := range []string{"Alert", "Rule", "Company"} {
		all = append(all, webhook[name+"Id"]) «rule-id-use»
	}
	return all
}`,
  ],
  [
    'fields of Elm',
    'src/Webhook.elm',
    `webhookDecoder : Decoder Webhook
webhookDecoder =
    Decode.map2 Webhook
        (Decode.field "AlertId" Decode.string)
        (Decode.field "RuleId" Decode.string) «rule-id-use»`,
  ],
  [
    'a key of Clojure',
    'src/hooks/core.clj',
    `(defn handle [{:keys [body]}]
  (let [rule (get body "RuleId") «rule-id-use»
        company (get body "CompanyId")]
    (route! company rule)))`,
  ],
  [
    'a property of Apex',
    'classes/WebhookReceiver.cls',
    `@RestResource(urlMapping='/webhook/*')
global class WebhookReceiver {
  @HttpPost global static void receive() {
    Map<String, Object> body = (Map<String, Object>) JSON.deserializeUntyped(RestContext.request.requestBody.toString());
    String rule = (String) body.get('RuleId'); «rule-id-use»
    String client = RestContext.request.headers.get('X-Service-ClientId'); «client-id-read»
  }
}`,
  ],
  [
    'a column of dbt',
    'models/staging/stg_webhook_alerts.sql',
    `select
  payload:AlertId::string as alert_id,
  payload:RuleId::string as subscription «rule-id-use»
from {{ source('legacy', 'webhook_deliveries') }}`,
  ],
  [
    'a formula of n8n',
    'flows/webhook.json',
    `{
  "nodes": [
    { "type": "n8n-nodes-base.webhook", "parameters": { "path": "alerts-in" } },
    { "type": "n8n-nodes-base.if",
      "parameters": { "value1": "={{ $json.body.RuleId }}", "value2": "x" } } «rule-id-use»
  ]
}`,
  ],
  [
    'a formula with a numbered holder',
    'scenario.blueprint.json',
    `{
  "flow": [
    { "id": 1, "module": "gateway:CustomWebHook" },
    { "id": 2, "filter": { "conditions": [[{ "a": "{{1.RuleId}}", "o": "text:equal" }]] } } «rule-id-use»
  ]
}`,
  ],
  [
    'headers of Erlang with what stands for none',
    'src/hook_h.erl',
    `init(Req, State) ->
  Client = cowboy_req:header(<<"x-service-clientid">>, Req, <<"live">>), «client-id-read»
  {ok, cowboy_req:reply(503, #{<<"retry-after">> => <<"30">>}, Req), {State, Client}}. «retry-after-set»`,
  ],
  [
    'headers of VTL',
    'templates/webhook.vtl',
    `#set($event = $input.path('$'))
#set($client = $input.params().header.get('X-Service-ClientId')) «client-id-read»
{ "rule": "$event.RuleId", "client": "$client" } «rule-id-use»`,
  ],
  [
    'headers that a source of Vector takes',
    'vector.toml',
    `[sources.hooks]
type = "http_server"
headers = ["X-Service-ClientId", "User-Agent"] «client-id-read»

[transforms.shaped]
type = "remap"
source = '.lane = .RuleId' «rule-id-use»`,
  ],
  [
    "a header's method of Mojolicious",
    'lib/Hooks.pm',
    `sub webhook ($self) {
  my $h = $self->req->headers;
  return $self->render(status => 401) unless $h->authorization eq $secret; «authorization-check»
  $self->res->headers->header('Retry-After' => 30); «retry-after-set»
}`,
  ],
  [
    'variables of OpenResty',
    'lua/hooks.lua',
    `if ngx.var.http_authorization ~= secret then «authorization-check»
  return ngx.exit(401)
end
local client = ngx.var.http_x_service_clientid «client-id-read»
ngx.header["Retry-After"] = 20 «retry-after-set»`,
  ],
  [
    'a header of Crystal',
    'src/webhook.cr',
    `def call(context)
  client = context.request.headers["X-Service-ClientId"]? «client-id-read»
  context.response.headers["Retry-After"] = "20" «retry-after-set»
end`,
  ],
  [
    'a header of Nim',
    'src/webhook.nim',
    `post "/webhook":
  let client = request.headers["X-Service-ClientId"] «client-id-read»
  let rule = parseJson(request.body)["RuleId"].getStr «rule-id-use»
  resp Http503, @[("Retry-After", "30")], "" «retry-after-set»`,
  ],
  [
    'a header of F#',
    'src/Webhook.fs',
    `let receive (ctx: HttpContext) = task {
    let client = ctx.Request.Headers.["X-Service-ClientId"] «client-id-read»
    ctx.Response.Headers.["Retry-After"] <- StringValues "30" «retry-after-set»
    return client }`,
  ],
  [
    'a header of Delphi',
    'src/Webhook.pas',
    `procedure THook.Receive(Req: TWebRequest; Res: TWebResponse);
begin
  Client := Req.GetFieldByName('X-Service-ClientId'); «client-id-read»
  Res.SetCustomHeader('Retry-After', '30'); «retry-after-set»
end;`,
  ],
  [
    'a header of Dart',
    'bin/webhook.dart',
    `Future<Response> webhook(Request request) async {
  final client = request.headers['x-service-clientid']; «client-id-read»
  return Response(503, headers: {'Retry-After': '30'}); «retry-after-set»
}`,
  ],
  [
    'a header of Haskell',
    'src/Webhook.hs',
    `webhook :: Request -> IO Response
webhook req = do
  let client = lookup "X-Service-ClientId" (requestHeaders req) «client-id-read»
  pure $ responseLBS status503 [("Retry-After", "30")] "" «retry-after-set»`,
  ],
  [
    'a name of the header in YAML',
    'config/mapping.yaml',
    `source: webhooks
headers:
  client: X-Service-ClientId «client-id-read»`,
  ],
  [
    'a name of the header in properties of Spring',
    'src/main/resources/application.properties',
    `server.port=8080
webhook.client-header=X-Service-ClientId «client-id-read»`,
  ],
  [
    'a name of the header in settings of ASP.NET',
    'appsettings.json',
    `{
  "Webhooks": {
    "ClientHeader": "X-Service-ClientId" «client-id-read»
  }
}`,
  ],
  [
    'a header that a client is configured to send',
    'config/outgoing.yaml',
    `apiClient:
  baseUrl: https://api.example.com
  defaultHeaders:
    X-Service-ClientId: abc`,
  ],
  [
    'discounts of a shop',
    'snippets/discounts.liquid',
    `{% for rule in shop.metafields.promo_rules %}
  <div data-rule-id="{{ rule.rule_id }}" class="{{ rule.rule_type }}">{{ rule.discount }}</div>
{% endfor %}`,
  ],
  [
    'association rules',
    'R/rules.R',
    `library(arules)
rules <- apriori(baskets)
table <- as(rules, "data.frame") |> mutate(rule_id = row_number(), rule_type = "strong")
select(table, rule_id, lift)`,
  ],
  [
    'prices',
    'src/zcl_price_rules.clas.abap',
    `TYPES: BEGIN OF ty_hit,
         rule_id   TYPE if_fdt_types=>id,
         rule_type TYPE c LENGTH 1,
       END OF ty_hit.`,
  ],
  [
    'an engine of Java',
    'src/main/java/acme/Scoring.java',
    `import org.kie.api.runtime.KieSession;
class Scoring {
  void log(Match hit) { store.save(hit.getRuleId(), hit.getRuleType()); }
}`,
  ],
  [
    'findings of a linter in Rust',
    'src/report.rs',
    `use serde_sarif::sarif::Result as SarifResult;
fn group(results: &[SarifResult]) -> Vec<String> {
    results.iter().filter_map(|r| r.rule_id.clone()).collect()
}`,
  ],
  [
    'alerts of Grafana in TypeScript',
    'src/grafana.ts',
    `import { grafana } from './client';
export const open = async (): Promise<string[]> => {
  const alerts = await grafana.alertRules();
  return alerts.map((alert) => alert.ruleId);
};`,
  ],
  [
    'a detector of intrusion in C++',
    'src/ids/matcher.cpp',
    `std::vector<Alert> RuleMatcher::match(const Packet& packet) const {
  for (const auto& rule : rules_)
    if (rule.applies(packet)) alerts.push_back({.ruleId = rule.id, .ruleType = rule.type});
  return alerts;
}`,
  ],
  [
    'a rule of the mailbox in C#',
    'src/MailRules.cs',
    `using Microsoft.Graph;
public async Task Delete(GraphServiceClient graph, MessageRule messageRule) {
  await graph.Me.MailFolders["inbox"].MessageRules[messageRule.RuleId].DeleteAsync();
}`,
  ],
  [
    'own thresholds in Kotlin',
    'src/main/kotlin/Stock.kt',
    `data class StockRule(val ruleId: Long, val sku: String, val threshold: Int)
fun low(rules: List<StockRule>) = rules.map { it.ruleId }`,
  ],
  [
    'a limiter of logins',
    'src/login_limiter.py',
    `def limited(request):
    if attempts(request.user_login) > 5:
        return Response(status=429, headers={"Retry-After": "60"})`,
  ],
  [
    'a token of users',
    'src/session.go',
    `package session
func user(r *http.Request) (*Claims, error) {
	return jwt.ParseUser(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
}`,
  ],
  [
    'a call that goes out in Swift',
    'Sources/Client.swift',
    `var request = URLRequest(url: url)
request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")
request.setValue(id, forHTTPHeaderField: "X-Service-ClientId")`,
  ],
  [
    'a wait for another service in Elixir',
    'lib/client.ex',
    `def wait(%Req.Response{} = response) do
  response |> Req.Response.get_header("retry-after") |> List.first()
end`,
  ],
];

describe('Keys of webhooks in further languages', () => {
  it.each(pieces)('%s', async (_what, path, code) => {
    const found = await foundIn(path, code);
    const lines = (all: readonly string[]): string[] =>
      [...new Set(all)].filter((one) => !one.startsWith('alerts-call')).sort();
    expect(lines(found)).toEqual(lines(markedIn(code)));
  });
});
