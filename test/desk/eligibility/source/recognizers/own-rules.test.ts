import { beforeAll, describe, expect, it } from 'vitest';
import type { MentionSubject } from '#contract/eligibility.ts';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { findMentions } from '#desk/eligibility/source/mentions/find.ts';
import { settledBy } from '#desk/eligibility/source/mentions/ledger.ts';
import { plainReasons } from '#desk/eligibility/source/mentions/plain-reasons.ts';

/** What becomes of each line with a mention of a subject: `found`, `explained` or `review`. */
const outcomes = (path: string, text: string, of: MentionSubject): string[] => {
  const { mentions } = findMentions(text, { barewords: true });
  const { findings, explanations } = inspect(path, text);
  const inspection = { findings, explanations: [...explanations, ...plainReasons(text, mentions)] };
  return mentions
    .filter(({ subject }) => subject === of)
    .map((mention) => {
      const settled = settledBy(mention, inspection);
      return settled === undefined ? 'review' : 'kind' in settled ? 'found' : 'explained';
    });
};

/** Ids of rules that the code itself names, keeps and fills in, in code that receives no webhooks. */
const own: Readonly<Record<string, string>> = {
  'app/services/apply.rb': `Result = Struct.new(:rule_id, :amount)
def evaluate(rule) = Result.new(rule_id: rule.id, amount: rule.amount)
def best(rules) = rules.map { |rule| evaluate(rule) }.max_by(&:amount)
def keep(result) = Adjustment.create!(rule_id: result.rule_id)`,
  'src/inventory/ReorderAlertService.java': `class ReorderAlertService {
  void raise(ReorderRule rule) { ReorderAlert alert = new ReorderAlert(); alert.setRuleId(rule.getId()); alerts.save(alert); }
  boolean isMuted(ReorderAlert alert) { return rules.findById(alert.getRuleId()).isMuted(); }
}`,
  'lib/stock/alert.ex': `schema "stock_alerts" do
  belongs_to :rule, Stock.Rule, foreign_key: :rule_id
end
def of_rule(query, rule_id), do: from(h in query, where: h.rule_id == ^rule_id)`,
  'sql/hits.sql': `select rule_id, order_id from evaluations
left join pricing_rules using (rule_id) group by rule_id`,
  'tools/report.d': `struct Finding { string ruleId; string file; }
void show(Finding[] found) { found.sort!((a, b) => b.ruleId < b.ruleId); }`,
  'src/MailRules.pas': `type TMailRule = record
  RuleId: string;
end;
Query.Open('select rule_id, rule_type from mail_rules');`,
  'src/send.go': `func Send(rule SpendingRule) { post(rule.WebhookURL, marshal(Payload{RuleID: rule.ID})) }
type Payload struct {
	RuleID string \`json:"ruleId"\`
}`,
  'src/signals.ts': `router.post('/webhooks/datadog', (req, res) => {
  const signal = req.body as Signal
  tickets.open({ key: signal.rule_id })
})`,
  'src/page.svelte': '<p>{item.securityGroupRuleId}</p>',
  'src/routes.clj': '(find-by-key db :hits (parse-long rule-id))',
  'db/schema.rb': 'create_table "hits" do |t|\n  t.bigint "rule_id", null: false\nend',
  'src/locales/nl.json': '{ "ruleId": "Regel-ID" }',
  'src/web/Hits.java': 'class Hits { Page<Hit> ofRule(@PathVariable UUID ruleId) { return find(ruleId); } }',
  'collection.json': '{ "path": "/api/alerting/rule/{{ruleId}}/mute" }',
  'server/rules.js': `app.get('/x', async (req, res) => {
  const { ruleId } = req.params
  res.json(await Rules.findOne({ _id: ruleId }))
})`,
};

/** The same shapes with what a webhook of this service brings, or may bring. */
const webhooks: Readonly<Record<string, string>> = {
  'app/hooks/receive.rb': `body = JSON.parse(request.raw_post)
Hit.create!(rule_id: body["RuleId"], alert_id: body["AlertId"])
Discount.where(rule_id: DiscountRule.first.id)`,
  'app/models/hit.rb': `class Hit < ApplicationRecord
  MUTED_RULES = ENV.fetch("MUTED_RULES").split(",")
  scope :loud, -> { where.not(rule_id: MUTED_RULES) }
end`,
  'src/mute.ts': `const mutedRules = new Set(config.mutedRules)
export const isMuted = (row) => mutedRules.has(row.ruleId)`,
  'src/HubAlert.java': `class HubRule { UUID id; }
class HubAlert { UUID ruleId; }`,
  'src/sync.py': `for rule in client.get("/rules"):
    Subscription.create(rule_id=rule.id)
for alert in client.get("/rules/alerts"):
    notify(alert.rule_id)`,
  'db/inbox.sql': `create table own_rules (id uuid primary key);
create table webhook_inbox (id uuid, rule_id uuid references own_rules (id), body jsonb);`,
  'src/forward.ts': `class DiscountRule {}
export const forward = (event) => send(event.ruleId, DiscountRule.all())`,
  'src/hooks.ts': `router.post('/webhooks/datadog', pass)
router.post('/webhooks/hub', (req, res) => { const notice = req.body; open(notice.rule_id) })`,
  'src/echo.go': `func Take(r *http.Request) { var p Payload; json.NewDecoder(r.Body).Decode(&p); save(Webhook{RuleID: rule.ID}, p.RuleID) }`,
  'src/hub.svelte': '<p>{notice.hubRuleId}</p>',
  'src/params.js': `const { ruleId } = req.params
const { RuleId } = req.body`,
  'src/pick.ts': `class DiscountRule {}
export const pick = ({ RuleId: key }) => send(key)`,
};

describe('An id of rules of the code’s own', () => {
  beforeAll(() => prepareInspection());

  it.each(Object.entries(own))('in %s is neither a use nor left for review', (path, code) => {
    const all = outcomes(path, code, 'rule-id');
    expect(all).not.toEqual([]);
    expect(new Set(all)).toEqual(new Set(['explained']));
  });

  it.each(Object.entries(webhooks))('is not what %s may have of a webhook', (path, code) => {
    const all = outcomes(path, code, 'rule-id');
    expect(all).not.toEqual([]);
    expect(all.some((one) => one !== 'explained')).toBe(true);
  });
});

describe('A word on a line that says what it is', () => {
  beforeAll(() => prepareInspection());

  const named: readonly (readonly [path: string, code: string])[] = [
    ['models.py', 'rules = 1\nrule = ForeignKey(Rule, related_name="alerts")'],
    ['config.yml', 'rules: on\ntopic: alerts'],
    ['risk.xml', '<rules/><to uri="jms:queue:alerts.aml" />'],
    ['Stock.cs', 'var rules = 1; var alert = await stock.Alerts.FindAsync(alertId);'],
    ['page.svelte', '<a href="/rules/alerts">Alerts</a>'],
    ['nginx.conf', 'location ~ ^/prometheus/api/v1/(rules|alerts)$ {'],
    ['map.pl', "GetOptions('rules=s' => \\$rules, 'alerts=s' => \\$alerts);"],
    ['snort.pl', "my $rules = 1; my $file = '/var/log/snort/alerts';"],
    ['Caddyfile', 'rules {\n\thandle /api/v1/alerts* {'],
    [
      'incidents.fs',
      'let rules = get "/rules"\nlet alertsOf = send http token $"/incidents/{incident}/alerts"',
    ],
  ];
  it.each(named)('is explained in %s', (path, code) => {
    const all = outcomes(path, code, 'alerts-endpoints');
    expect(all).not.toEqual([]);
    expect(all).not.toContain('review');
    expect(all).not.toContain('found');
  });

  const parts: readonly (readonly [path: string, code: string])[] = [
    ['a.py', 'get(base="rules", collection="alerts")'],
    ['b.py', 'url = base_rules + "/alerts"\nrules = 1'],
    ['c.yml', 'base: https://hub.example/rules\npath: daily-sync/alerts'],
    ['e.sh', 'rules=$HUB/rules\ncurl "$rules/$id/alerts"'],
    ['f.go', 'rules := Join(base, "{rule}/alerts")'],
  ];
  it.each(parts)('is a part of a path in %s', (path, code) => {
    expect(outcomes(path, code, 'alerts-endpoints')).not.toContain('explained');
  });
});
