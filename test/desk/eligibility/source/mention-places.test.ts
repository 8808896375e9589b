// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of code
import { describe, expect, it } from 'vitest';
import { findMentions, mayMention } from '#desk/eligibility/source/mentions/find.ts';

/**
 * Texts with their mentions: what stands there, and from where on. `loose` are parts of a path whose other part stands in
 * another file, `rules` says that a path may go on behind this text. The third is where words need no quotes.
 */
const groups: readonly (readonly [name: string, texts: readonly (readonly string[])[]])[] = [
  [
    'words of one spelling or another',
    [
      [
        'RuleId rule_id RULE-ID "rule id" ruleID',
        'rule-id "RuleId"@0, rule-id "rule_id"@7, rule-id "RULE-ID"@15, rule-id "rule id"@24, rule-id "ruleID"@33',
      ],
      [
        'rule\\_id rule[-_]?id rule.?id rule\\sid rule__id rule___id',
        'rule-id "rule\\\\_id"@0, rule-id "rule[-_]?id"@9, rule-id "rule.?id"@21, rule-id "rule\\\\sid"@30, rule-id "rule__id"@39',
      ],
      ['alertRuleIds webhookruleidcolumn overruleIdea', 'rule-id "RuleId"@5, rule-id "ruleid"@20'],
      ['ferruleid FERRULEID OVERRULEID ferruleId cruleid', 'rule-id "ruleid"@42'],
      ['ruleidea ruleIdea ruleidentity ruleidle ruleidiom ruleidx', 'rule-id "ruleid"@50'],
      ['RULEIDEA RuleIDEA ruleid1', 'rule-id "RULEID"@0, rule-id "RuleID"@9, rule-id "ruleid"@18'],
      [
        'X-Service-ClientId x_service_client_id XServiceClientId HTTP_X_SERVICE_CLIENTID',
        'client-id-header "X-Service-ClientId"@0, client-id-header "x_service_client_id"@19, client-id-header "XServiceClientId"@39, client-id-header "X_SERVICE_CLIENTID"@61',
      ],
      [
        'service-clientid service_clientid Service-Client-Id x-service x_service-client x-services',
        'client-id-header "service-clientid"@0, client-id-header "Service-Client-Id"@34',
      ],
      [
        'Retry-After retry_after RETRYAFTER retry after retry - after',
        'retry-after "Retry-After"@0, retry-after "retry_after"@12, retry-after "RETRYAFTER"@24, retry-after "retry after"@35',
      ],
      [
        'Authorization AUTHORIZATION authorizations author',
        'authorization "Authorization"@0, authorization "AUTHORIZATION"@14, authorization "authorization"@28',
      ],
    ],
  ],
  [
    'escapes',
    [
      [
        '\\x52uleId \\u0052uleId \\u{52}uleId \\x{52}uleId \\U00000052uleId \\122uleId',
        'rule-id "\\\\x52uleId"@0, rule-id "\\\\u0052uleId"@10, rule-id "\\\\u{52}uleId"@22, rule-id "\\\\x{52}uleId"@34, rule-id "\\\\U00000052uleId"@46, rule-id "\\\\122uleId"@62',
      ],
      [
        '%52uleId %u0052uleId %2552uleId rule%5Fid',
        'rule-id "%52uleId"@0, rule-id "%u0052uleId"@9, rule-id "%2552uleId"@21, rule-id "rule%5Fid"@32',
      ],
      [
        '&#82;uleId &#x52;uleId &#82uleId &#X52;uleId rule&lowbar;id rule&hyphen;id rule&nbsp;id rule&shy;id',
        'rule-id "&#82;uleId"@0, rule-id "&#x52;uleId"@11, rule-id "&#82uleId"@23, rule-id "&#X52;uleId"@33, rule-id "rule&lowbar;id"@45, rule-id "rule&hyphen;id"@60, rule-id "rule&nbsp;id"@75, rule-id "rule&shy;id"@88',
      ],
      [
        '\\\\u0052uleId \\\\\\\\x52uleId',
        'rule-id "\\\\\\\\u0052uleId"@0, rule-id "\\\\\\\\\\\\\\\\x52uleId"@13',
      ],
      ['\\x5uleId \\u52uleId \\u{}uleId \\u{110000}ruleX %5 &#;', ''],
      ['Rule\\\n  Id', 'rule-id "Rule\\\\\\n  Id"@0'],
      ["MOVE 'Rule\n      -    'Id'", 'rule-id "Rule\\n      -    \'Id"@6'],
      ['%52%75%6c%65%49%64', 'rule-id "%52%75%6c%65%49%64"@0'],
      ['a\\x0aruleid \\x7fruleid \\x1fid', 'rule-id "ruleid"@5, rule-id "ruleid"@16'],
      ['\\u00e9ruleid ru\\u00e9leid', 'rule-id "ruleid"@6'],
      ['x &quot;Rule&quot; + &quot;Id&quot;', 'rule-id "Rule&quot; + &quot;Id"@8'],
    ],
  ],
  [
    'joined literals',
    [
      ['"Rule" + "Id"', 'rule-id "\\"Rule\\""@0'],
      ["'Rule' . 'Id'", 'rule-id "\'Rule\'"@0'],
      ['"Rule" & "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" ~ \'Id\'', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" || "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" <> "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" ++ "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" .. "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" ^ "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule""Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule".concat("Id")', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" + f"Id"', 'rule-id "\\"Rule\\" + f"@0'],
      ['"Rule" + @"Id"', 'rule-id "\\"Rule\\" + @"@0'],
      ['"Rule", "Id"', 'rule-id "\\"Rule\\", \\"Id"@0'],
      ['join("Rule", "Id")', 'rule-id "\\"Rule\\", \\"Id"@5'],
      ['"Rule" +\n  "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" _\n & "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule" \\\n "Id"', 'rule-id "\\"Rule\\""@0'],
      ['"Rule${"Id"}"', 'rule-id "\\"Rule${"@0'],
      ['"Rule#{\'Id\'}"', 'rule-id "\\"Rule#{"@0'],
      ['{{ "Rule" }}Id', 'rule-id "Rule\\" }}Id"@4'],
      ['"Rule" + Id', 'rule-id "\\"Rule\\" + I"@0'],
      ['"Rule" - "Id"', 'rule-id "\\"Rule\\""@0'],
      ['\\"Rule\\" + \\"Id\\"', 'rule-id "Rule\\\\\\" + \\\\\\"Id"@2'],
      ['"/rules" + "/alerts"', 'alerts-endpoints "rules\\" + \\"/alerts"@2, rules'],
      ['"X-Service" + "-ClientId"', 'client-id-header "X-Service\\" + \\"-ClientId"@1'],
      ['"Retry" + "-" + "After"', 'retry-after "Retry\\" + \\"-\\" + \\"After"@1'],
    ],
  ],
  [
    'words that are put together',
    [
      ['name + "Id"; ["Alert", "Rule"]', 'rule-id "\\"Rule\\""@23'],
      ['`${name}Id` for "Rule"', 'rule-id "\\"Rule\\""@16'],
      ['"%sId" % "rule"', 'rule-id "\\"rule\\""@9'],
      ['#define F(n) n##Id\nF(Rule, 1)', 'rule-id "Rule"@21'],
      ['"Rule${part}"', 'rule-id "\\"Rule${"@0'],
      ['"rule_" + part', 'rule-id "\\"rule_\\" + p"@0'],
      ["'rule' . $part", 'rule-id "\'rule\' . $"@0'],
      ['"Rule" . part', 'rule-id "\\"Rule\\" . p"@0'],
      ['%w(alert rule).map { |n| n + "Id" }', 'rule-id "rule"@9'],
      ['qw(Alert Rule) . "Id"', 'rule-id "Rule"@9'],
      ['~w[alert rule] "#{n}Id"', 'rule-id "rule"@9'],
      ['for n in Alert Rule; do echo "${n}Id"; done', 'rule-id "Rule"@15'],
      ['foreach n {alert rule} { puts "${n}Id" }', 'rule-id "rule"@17'],
      ['"alert,rule,company" + "Id"', 'rule-id "\\"alert,rule,company\\""@0'],
      ['"alert rule".split + "Id"', 'rule-id "\\"alert rule\\".split"@0'],
      ['"alert rule" + "Id"', 'rule-id "rule\\" + \\"Id"@7'],
      ['[:alert, :rule] + "Id"', 'rule-id ":rule"@9'],
      ['(\'rule \'x) + "Id"', 'rule-id "\'rule"@1'],
      ['enum { Alert, Rule } "${x}Id"', 'rule-id "Rule"@14'],
      ['"Rule"', ''],
      ['"Rule" "Idle"', ''],
      ['"Ruler" + "Id"', ''],
      [':rule"x" + "_id"', 'rule-id ":rule\\""@0'],
      ['x + "Ids"', ''],
      ["'${x}ID' 'rule-'", 'rule-id "\'rule-\'"@9'],
    ],
  ],
  [
    'parts of the alerts endpoints',
    [
      ['"/rules/alerts"', 'alerts-endpoints "rules/alerts"@2, rules'],
      ['/rules/{id}/alerts', 'alerts-endpoints "rules/{id}/alerts"@1, rules'],
      ['rules/alerts?page=1', 'alerts-endpoints "rules/alerts"@0'],
      ['`${base}/rules/${id}/alerts`', 'alerts-endpoints "rules/${id}/alerts"@9, rules'],
      ['"/rules/" + id + "/alerts"', 'alerts-endpoints "alerts"@19, rules'],
      ['"rules", id, "alerts"', 'alerts-endpoints "alerts"@14, rules'],
      ['"/alerts"', 'loose alerts-endpoints "alerts"@2'],
      ['base = "/rules"; path = "alerts"', 'alerts-endpoints "alerts"@25, rules'],
      ['base = "https://h/rules/"; x', 'rules'],
      ['const RULES = "/rules";', 'rules'],
      ['"/rule/alerts" "/rules/alert"', 'alerts-endpoints "rule/alerts"@2, rules'],
      [
        'rule-alert rule_alerts RuleAlerts ruleAlert ruleAlertness',
        'alerts-endpoints "rule_alerts"@11, alerts-endpoints "RuleAlerts"@23, alerts-endpoints "ruleAlert"@34',
      ],
      [
        'alertsForRule getAlertByRuleId list_alert_of_rule',
        'alerts-endpoints "alertsForRule"@0, alerts-endpoints "getAlertByRule"@14, rule-id "RuleId"@24, alerts-endpoints "list_alert_of_rule"@31',
      ],
      ['client.rules.listAlerts()', 'alerts-endpoints "rules.listAlerts"@7'],
      ['client.rules.alerts()', 'alerts-endpoints "rules.alerts"@7'],
      ['client.rules(id).alerts.list()', 'alerts-endpoints "rules(id).alerts"@7, rules'],
      ['rules->getAlerts(', 'alerts-endpoints "rules->getAlerts"@0'],
      ['Rules::alerts_async (', 'alerts-endpoints "Rules::alerts"@0'],
      ['rules.all_alerts<T>(', 'alerts-endpoints "rules.all_alerts"@0'],
      ['"get-alerts" rules', 'alerts-endpoints "\\"get-alerts\\""@0, rules'],
      ['"listRuleAlerts"', 'alerts-endpoints "\\"listRuleAlerts\\""@0'],
      [
        'Segment.Alerts paths::ALERTS "rules"',
        'alerts-endpoints "Segment.Alerts"@0, alerts-endpoints "::ALERTS"@20, rules',
      ],
      ['.alerts "rules"', 'alerts-endpoints ".alerts"@0, rules'],
      ['[:rules, id, :alerts]', 'alerts-endpoints ":alerts"@13, rules'],
      [
        '\\(base)alerts $(BASE)alerts %BASE%alerts rules',
        'alerts-endpoints "\\\\(base)alerts"@0, alerts-endpoints "$(BASE)alerts"@14, alerts-endpoints "%BASE%alerts"@28',
      ],
      ['"/alert" + x; rules', 'alerts-endpoints "/alert\\" + x"@1'],
      ['/alert${s} rules', 'alerts-endpoints "/alert${"@0, rules'],
      ['"%salerts" "rules"', 'alerts-endpoints "%salerts"@1, rules'],
      [
        '"rules,{id},alerts" "rules alerts"',
        'alerts-endpoints "alerts\\" \\"rules"@12, alerts-endpoints "alerts"@27, rules',
      ],
      ['"rules and alerts"', 'rules'],
      ['%w[rules alerts]', 'alerts-endpoints "alerts"@9'],
      ['qw(rules alerts)', 'alerts-endpoints "alerts"@9'],
      ['"alert" rules `${x}s`', 'alerts-endpoints "\\"alert\\""@0, rules'],
      ['<alerts>rules</alerts>', 'alerts-endpoints "rules</alerts"@8'],
      ['<a>alerts</a> rules', 'alerts-endpoints "alerts"@3'],
      ['(alerts) {alerts} rules', 'rules'],
      ['Rule "alerts"', 'loose alerts-endpoints "alerts"@6'],
      ['rule: "alerts"', 'loose alerts-endpoints "alerts"@7'],
      ['xalerts alertsx /rules', 'rules'],
      ['alerts_x _alerts "rules"', 'rules'],
    ],
  ],
  [
    'values without quotes',
    [
      ['path: alerts\nbase: rules', 'rules', 'alerts-endpoints "alerts"@6, rules'],
      ['segment = alerts # x\nrules', '', 'alerts-endpoints "alerts"@10'],
      ['- alerts\n- rules', '', 'alerts-endpoints "alerts"@2'],
      ['rules alerts', '', 'alerts-endpoints "alerts"@6'],
      ['rules {id} alerts', '', 'alerts-endpoints "alerts"@11'],
      ['the rules of all alerts', ''],
      ['rules of. Some alerts', ''],
      ['rules, alerts', '', 'alerts-endpoints "alerts"@7'],
      ['a=alerts rules', '', 'alerts-endpoints "alerts"@2'],
      ['base: rules', 'rules'],
      ['base = rules', 'rules'],
      ['[:rules', 'rules'],
      ['client.rules(id)', 'rules'],
      ['path: alerts x\nrules', ''],
      ['ALERTS=alerts\nRULES=rules\n', 'rules', 'alerts-endpoints "alerts"@7, rules'],
    ],
  ],
  [
    'ends of paths',
    [
      ['"/rules"', 'rules'],
      ['"/rules/"', 'rules'],
      ['"/rules/{id}"', 'rules'],
      ['"/rules/{id}/"', 'rules'],
      ["'rules' => [", ''],
      ['"rules": [', ''],
      ['base}/rules', 'rules'],
      ['x = rules', 'rules'],
      ['"rules"', 'rules'],
      ['/rules#', 'rules'],
      ['/rules/a/b', ''],
      ['"grules"', ''],
      ['/rules?x', 'rules'],
      ['xrules"', ''],
      ['<a>/rules<', 'rules'],
    ],
  ],
];

const mentionsIn = (text: string, barewords: boolean): string => {
  const { mentions, loose, endsInRules } = findMentions(text, { barewords });
  const shown = ({ subject, from, to }: (typeof mentions)[number]): string =>
    `${subject} ${JSON.stringify(text.slice(from, to))}@${from}`;
  return [
    ...mentions.map(shown),
    ...loose.map((one) => `loose ${shown(one)}`),
    ...(endsInRules ? ['rules'] : []),
  ].join(', ');
};

describe.each(groups)('Mentions of %s', (_name, texts) => {
  it.each(texts)('%j', (text, quoted, bare = quoted) => {
    expect(mentionsIn(text as string, false)).toBe(quoted);
    expect(mentionsIn(text as string, true)).toBe(bare);
    // A file is read at all only for what a look at its bytes shows.
    if (bare !== '') expect(mayMention(Buffer.from(text as string))).toBe(true);
  });

  it.each(texts)('%j, on the third line of a text', (text, quoted, bare = quoted) => {
    const lines = findMentions(`a\nb\n${text}`, { barewords: true }).mentions.map(({ line }) => line);
    const rows = (text as string).split('\n').length;
    expect(lines.every((line) => line >= 3 && line < 3 + rows)).toBe(true);
    expect(lines.length > 0).toBe(
      /@/.test(bare as string) && !/^(?:loose [^,]*(?:, )?)+(?:rules)?$/.test(bare as string),
    );
  });
});
