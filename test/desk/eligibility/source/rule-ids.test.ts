import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';
import { foundIn as recognizedIn } from '#test/support/recognized.ts';

/** Receivers of legacy webhooks and readers of alerts; a line that must be found ends with `«kind»`. */
const uses: Readonly<Record<string, string>> = {
  'src/hooks/a.js': `
    router.post('/hooks/data', (req, res) => {
      const rule = req.body.RuleId; «rule-id-use»
      if (seen.has(req.body.AlertId)) return res.end();
      switch (req.body['RuleId']) { «rule-id-use»
        default: res.end();
      }
    });`,
  'src/hooks/b.ts': `
    interface LegacyAlert {
      AlertId: string;
      RuleId: string; «rule-id-use»
      RuleType: string;
    }`,
  'src/hooks/c.js': `
    const schema = new mongoose.Schema({
      alertId: String,
      ruleId: { type: String, index: true }, «rule-id-use»
      ruleType: String,
      companyId: String,
    });`,
  'src/hooks/d.ts': `
    @Entity('webhook_alerts')
    export class WebhookAlert {
      @Column({ name: 'rule_id' }) «rule-id-use»
      ruleId!: string; «rule-id-use»
      @Column({ name: 'rule_type' })
      ruleType!: string;
    }`,
  'src/hooks/e.js': `
    const { RuleId, ...rest } = JSON.parse(message.Body); «rule-id-use»
    await save(rest.AlertId, rest.CompanyId);`,
  'src/hooks/f.ts': `
    export function handle({ RuleId: rule, RuleType: type }: LegacyHook) { «rule-id-use»
      return handlers[type]?.(rule);
    }`,
  'src/alerts/g.js': `
    const { data } = await http.get('/rules/alerts'); «alerts-call»
    const byRule = groupBy(data.results, (alert) => alert.ruleId); «rule-id-use»
    const same = _.groupBy(data.results, 'ruleId'); «rule-id-use»`,
  'src/hooks/h.js': `
    await db.query('INSERT INTO webhook_alerts (alert_id, rule_id, rule_type) VALUES ($1, $2, $3)', values); «rule-id-use»`,
  'Hooks/A.cs': `
    public class LegacyWebhook
    {
        public Guid AlertId { get; set; }
        public Guid RuleId { get; set; } «rule-id-use»
        public string RuleType { get; set; }
    }`,
  'Hooks/B.cs': `
    public record WebhookBody(Guid AlertId, Guid RuleId, string RuleType); «rule-id-use»`,
  'Hooks/C.cs': `
    public class Body
    {
        [JsonProperty("RuleId")] «rule-id-use»
        public string Subscription { get; set; }
        [JsonProperty("RuleType")]
        public string Kind { get; set; }
    }`,
  'Hooks/D.cs': `
    dynamic body = JsonConvert.DeserializeObject(raw);
    string rule = body.RuleId; «rule-id-use»
    string company = body.CompanyId;
    string type = body.RuleType;`,
  'hooks/a.py': `
    rule = data.get("RuleId") «rule-id-use»
    company = data.get("CompanyId")`,
  'hooks/b.py': `
    class WebhookAlert(Base):
        __tablename__ = "webhook_alerts"
        alert_id = Column(UUID, primary_key=True)
        rule_id = Column(UUID, index=True) «rule-id-use»
        rule_type = Column(String)`,
  'hooks/c.py': `
    class WebhookAlert(models.Model):
        alert_id = models.UUIDField()
        rule_id = models.UUIDField() «rule-id-use»
        rule_type = models.CharField(max_length=80)`,
  'hooks/d.py': `
    match body:
        case {"RuleId": rule, "CompanyId": company}: «rule-id-use»
            pass`,
  'hooks/e.py': `
    class LegacyHook(TypedDict):
        AlertId: str
        RuleId: str «rule-id-use»
        RuleType: str`,
  'hooks/A.java': `
    public class WebhookAlert {
        @JsonProperty("RuleId") «rule-id-use»
        private String rule;
        @JsonProperty("AlertId")
        private String alert;
    }`,
  'hooks/B.java': `
    @Entity
    @Table(name = "webhook_alerts")
    public class WebhookAlert {
        @Column(name = "rule_id") «rule-id-use»
        private UUID ruleId; «rule-id-use»
        private String ruleType;
    }`,
  'hooks/C.java': `
    String rule = node.path("RuleId").asText(); «rule-id-use»
    String type = node.get("RuleType").asText();
    Map<String, List<Alert>> grouped = alerts.stream().collect(groupingBy(Alert::getRuleId)); «rule-id-use»`,
  'hooks/A.kt': `
    data class LegacyAlert(
        val alertId: String,
        val ruleId: String, «rule-id-use»
        val ruleType: String,
    )`,
  'hooks/B.kt': `
    val rule = json["RuleId"]?.jsonPrimitive?.content «rule-id-use»
    val type = json["RuleType"]?.jsonPrimitive?.content`,
  'hooks/a.go': `
    type Alert struct {
      ID       string
      RuleID   string \`json:"ruleId"\` «rule-id-use»
      RuleType string \`json:"ruleType"\`
    }
    func route(a Alert) string {
      return routes[a.RuleID] «rule-id-use»
    }`,
  'hooks/b.go': `
    rule := gjson.GetBytes(body, "RuleId").String() «rule-id-use»
    kind := gjson.GetBytes(body, "RuleType").String()`,
  'hooks/a.rb': `
    rule = payload['RuleId'] «rule-id-use»
    type = payload.dig('RuleType')
    other = params.require(:RuleId) «rule-id-use»`,
  'hooks/b.rb': `
    create_table :webhook_alerts do |t|
      t.uuid :alert_id
      t.uuid :rule_id «rule-id-use»
      t.string :rule_type
    end`,
  'hooks/a.php': `<?php
    $rule = $body['RuleId']; «rule-id-use»
    $same = $alert->RuleId; «rule-id-use»
    $type = $alert->RuleType;`,
  'hooks/b.php': `<?php
    Schema::create('webhook_alerts', function (Blueprint $table) {
      $table->uuid('alert_id');
      $table->uuid('rule_id')->index(); «rule-id-use»
      $table->string('rule_type');
    });`,
  'hooks/c.php': `<?php
    final class Alert {
      public function __construct(
        #[SerializedName('RuleId')] public string $rule, «rule-id-use»
        #[SerializedName('RuleType')] public string $type,
      ) {}
    }`,
  'db/a.sql': `
    select rule_id, count(*) «rule-id-use»
    from webhook_alerts
    where rule_type = 'Data sync completed'
    group by rule_id; «rule-id-use»`,
  'db/b.sql': `
    SELECT JSON_VALUE(body, '$.RuleId') AS r FROM webhook_log WHERE JSON_VALUE(body, '$.RuleType') = 'Sync Completed'; «rule-id-use»`,
};

const others: Readonly<Record<string, string>> = {
  'src/a.js': `for (const message of result.messages) { console.log(message.ruleId, message.line, message.severity); }`,
  'src/b.js': `
    const { ESLint } = require('eslint');
    const ids = results.flatMap((r) => r.messages.map((m) => m.ruleId));`,
  'src/c.ts': `
    interface SarifResult { ruleId: string; level: string; message: { text: string } }
    const ids = sarif.runs[0].results.map((r) => r.ruleId);`,
  'src/d.js': `
    const engine = new Engine();
    engine.on('success', (event) => audit(event.params.ruleId));`,
  'src/e.ts': `
    await ec2.revokeSecurityGroupIngress({ GroupId: id, SecurityGroupRuleIds: [rule.ruleId] });`,
  'src/f.js': `
    router.get('/firewall/rules/:ruleId', (req, res) => res.json(firewall.rule(req.params.ruleId)));`,
  'src/g.js': `
    gmail.users.settings.filters.delete({ id: ruleId });
    await graph.api('/me/mailFolders/inbox/messageRules/' + rule.ruleId).delete();`,
  'src/h.js': `for (const rule of document.styleSheets[0].cssRules) { map.set(rule.ruleId, rule.selectorText); }`,
  'src/i.ts': `
    const { data: rule } = await api.post('/rules', { type: 'Data sync completed' });
    const ruleId = rule.id;
    await api.get(\`/rules/\${ruleId}\`);`,
  'src/j.js': `const alert = { severity: 'high', ruleId: hit.ruleId, sourceIp: hit.sourceIp };`,
  'src/k.ts': `export interface DiscountRule { ruleId: string; percent: number; coupon: string }`,
  'src/l.js': `
    import { Sigma } from './siem';
    export const byRule = (alerts) => groupBy(alerts, (a) => a.ruleId);`,
  'A.cs': `
    foreach (var diagnostic in diagnostics)
        Console.WriteLine($"{diagnostic.RuleId}: {diagnostic.Location}");`,
  'B.cs': `public record PricingRule(int RuleId, decimal Price, string Sku);`,
  'C.cs': `var rule = await waf.GetRuleAsync(new GetRuleRequest { RuleId = id });`,
  'a.py': `
    for finding in semgrep["results"]:
        print(finding["rule_id"], finding["path"])`,
  'b.py': `
    class FirewallRule(models.Model):
        rule_id = models.IntegerField()
        source_cidr = models.CharField(max_length=43)`,
  'c.py': `
    for alert in grafana.alerts():
        notify(alert["ruleId"], alert["dashboardUid"])`,
  'A.java': `
    for (RuleViolation v : report.getRuleViolations()) counts.merge(v.getRuleId(), 1, Integer::sum);`,
  'B.java': `
    KieSession session = container.newKieSession();
    log.info(match.getRule().getRuleId());`,
  'A.kt': `data class LoanRule(val ruleId: String, val premium: Double)`,
  'a.go': `
    type Finding struct {
      RuleID   string \`json:"ruleId"\`
      Severity string \`json:"severity"\`
      Line     int    \`json:"startLine"\`
    }`,
  'a.rb': `Offense.where(rule_id: rule.id).each { |offense| puts offense.rule_id }`,
  'a.php': `<?php $ruleId = $this->firewall->rules[$request->get('rule_id')];`,
  'a.sql': `SELECT rule_id, hits FROM firewall_rules WHERE source_cidr = '10.0.0.0/8';`,
  'b.sql': `CREATE TABLE discount_rules (rule_id INT PRIMARY KEY, coupon VARCHAR(20), price NUMERIC);`,
  'a.yaml': `
    - id: rule
      labels:
        rule_id: webhook-errors
        severity: page`,
};

describe('Uses of RuleId', () => {
  it.each(Object.entries(uses))('are found in %s', async (path, code) => {
    const marked = markedIn(code);
    expect(await foundIn(path, code)).toEqual(marked);
    expect(recognizedIn(path, code)).toEqual(marked.filter((mark) => !mark.startsWith('alerts-call')));
  });
  it.each(Object.entries(others))('of other tools are not taken for them in %s', async (path, code) => {
    expect(await foundIn(path, code)).toEqual([]);
    expect(recognizedIn(path, code)).toEqual([]);
  });
});
