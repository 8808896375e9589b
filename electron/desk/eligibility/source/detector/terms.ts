/**
 * Words that speak for this service's legacy webhooks (positive), or for something else that has rules, alerts or both
 * (negative). They are matched in words without their case and marks: `RuleType`, `rule_type` and `rule-type` are one.
 */
export interface Term {
  readonly weight: number;
  /** Counts only close by: too common elsewhere. */
  readonly near?: true;
  readonly pattern: RegExp;
}

export const terms: readonly Term[] = [
  { weight: 4, pattern: /xserviceclientid/ },
  { weight: 4, pattern: /dataconnectionid/ },
  { weight: 3.5, pattern: /ruletype/ },
  { weight: 2.5, pattern: /alertid$/ },
  {
    weight: 4,
    pattern:
      /datasynccompleted|pushoperation(?:status|timed|key)|newcompanysynchronized|datasetdatachanged|datasyncstatuschanged|syncconnectiondeleted|dataconnectionstatuschanged/,
  },
  { weight: 2, pattern: /companyid/ },
  { weight: 2, pattern: /^rulesalerts$/ },
  { weight: 1, pattern: /companies|clientname|datasetid/ },
  { weight: 2, pattern: /webhook/ },
  { weight: 1.5, pattern: /hooks?$|^hook(?!s?$)(?!ean)|legacy|callback|inbound|deliver(?:y|ies)/ },
  {
    weight: 1,
    pattern:
      /^alerts?$|alert(?:body|dto|payload|event|message|entity|model|record)|(?:received|incoming|service|legacy|inbox)alert/,
  },
  { weight: 0.5, pattern: /notification|inbox|receiver/ },
  // Tools that check code.
  {
    weight: -5,
    pattern:
      /sarif|eslint|stylelint|tslint|semgrep|codeql|codescanning|sonar(?!i)|checkstyle|spotbugs|findbugs|phpcs|phpmd|phpstan|psalm|rubocop|brakeman|detekt|ktlint|sourceforgepmd|golangci|staticcheck|gosec|^bandit|pylint|flake8|^ruff|roslyn|analyzer|lint(?:er|ing|s)?$|^lint|offen[cs]e|violation|diagnostic|hadolint|tfsec|checkov|trivy|gitleaks|axecore|htmlhint|biome$|errorprone/,
  },
  // Networks and their protection.
  {
    weight: -5,
    pattern:
      /firewall|^waf|waf(?:rule|log|hit|acl|v2|client)|iptables|nftables|securitygroup|networkpolic|ingress|egress|cidr|modsec|^nsg|pfsense|opnsense|webacl|portrange|sourceip|cloudflare|ipset|routetable|loadbalancer|listenerrule/,
  },
  // Rules of a business, and engines for them.
  {
    weight: -5,
    pattern:
      /drools|kiesession|kiecontainer|^kie|jsonrulesengine|rules?engine|ruleset|salience|decisiontable|easyrules|nrules|businessrule|almanac|factmodel|ruleexecut|rulematch|ruleevaluat/,
  },
  {
    weight: -4,
    pattern:
      /discount|pricing|^price|pricerule|coupon|promotion|promo(?:code|rule|s)|shipping|taxrule|^sku|loan|premium|underwrit|fraud|scoring|commission|surcharge|^cart|loyalty|cashback|approvalrule|matchingrule|categori[sz]ation|expenserule|bankrule|reconciliationrule|routingrule|assignmentrule|workflowrule|validationrule|scorerule|gamerule|accrual|dunning/,
  },
  // Rules of a mailbox.
  {
    weight: -5,
    pattern:
      /mailfolder|messagerule|^inboxrules?$|mailrule|emailrule|mailbox|outlook|gmail|^imap|sieve|forwardto|movetofolder|transportrule|exchangeonline|emailfilter|mailfilter/,
  },
  // Monitoring.
  {
    weight: -4.5,
    pattern:
      /prometheus|^prom(?:ql|client|alert|rule)|grafana|alertmanager|datadog|pagerduty|opsgenie|newrelic|cloudwatch|zabbix|splunk|kibana|elastalert|alertname|alertrule|alertingrule|nagios|victorops|dynatrace|signalfx|thanos|^loki|monitor(?:ing|s|id|rule)?$|silenced?$|firing|applicationinsights|metricalert|kapacitor|stackdriver|incidentio|uptime/,
  },
  // Detection of attacks.
  {
    weight: -5,
    pattern:
      /guardduty|securityhub|^falco|wazuh|^snort|suricata|^sigma|^yara|^siem|crowdstrike|sentinel|microsoftdefender|securityinsights|prismacloud|lacework|^snyk|dependabot|mitre|^ids(?:alert|rule)|intrusion|vulnerab|secretscanning|detectionrule/,
  },
  { weight: -5, pattern: /stylesheet|cssrule|csstext|stylerule|insertrule|selectortext|cssom/ },
  {
    weight: -3.5,
    pattern:
      /homerule|automationrule|thermostat|smarthome|homeassistant|eventbridge|lifecyclerule|budget|rbac|permission|accesspolicy|policyrule|^rrule|alertdialog|stock|sensor|threshold|geofence|parental|moderation|spam|blocklist|adblock|translationrule|rewriterule|robots/,
  },
  {
    weight: -2,
    pattern:
      /condition|predicate|ruleexpression|^expr$|ruleservice|rulerepository|rulename|createrule|deleterule|updaterule/,
  },
  {
    weight: -2,
    near: true,
    pattern:
      /^severity$|^(?:end|start)?column$|^(?:start|end)line$|filepath|^lineno|linenumber|^level$|^priority$|^zone$|^port$|^enabled$|^expression$|^operator$|^ruleid(?:int|long)$/,
  },
];
