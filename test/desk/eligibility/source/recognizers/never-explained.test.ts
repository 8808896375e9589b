import { beforeAll, describe, expect, it } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { findMentions } from '#desk/eligibility/source/mentions/find.ts';

/** Readers of a webhook's body, in files that say nothing else of webhooks. The line with `rule` is the use. */
const uses: readonly (readonly [path: string, code: string])[] = [
  ['src/forward.js', 'export const forward = (event) => send({ key: event.ruleId });'],
  [
    'src/forward.ts',
    'export function forward(payload: Payload) {\n  const { RuleId: key } = payload;\n  return send(key);\n}',
  ],
  ['app/forward.py', 'def forward(body):\n    send(key=body["RuleId"])'],
  ['app/forward_get.py', 'def forward(event):\n    send(key=event.get("ruleId"))'],
  [
    'app/forward_case.py',
    'def forward(body):\n    match body:\n        case {"RuleId": key}:\n            send(key)',
  ],
  ['lib/forward.rb', 'def forward(payload)\n  deliver(payload["RuleId"])\nend'],
  ['lib/forward_dig.rb', 'def forward(data)\n  deliver(data.dig("alert", "RuleId"))\nend'],
  ['forward.go', 'package forward\n\nfunc Forward(body map[string]any) {\n\tsend(body["RuleId"])\n}'],
  ['src/Forward.php', '<?php\nfunction forward(array $body) { send($body["RuleId"]); }'],
  [
    'src/Forward.java',
    'class Forward {\n  void forward(JsonNode body) { send(body.get("RuleId").asText()); }\n}',
  ],
  ['src/Forward.kt', 'fun forward(body: JsonObject) = send(body["RuleId"]!!.jsonPrimitive.content)'],
  [
    'src/Forward.cs',
    'class Forward {\n  void Run(JsonElement body) => Send(body.GetProperty("RuleId").GetString());\n}',
  ],
  ['src/forward.rs', 'fn forward(body: &Value) {\n    send(body["RuleId"].as_str());\n}'],
  ['lib/forward.ex', 'def forward(%{"RuleId" => key}), do: send_out(key)'],
  ['lib/forward.pl', 'sub forward { my ($body) = @_; send_out($body->{RuleId}); }'],
  ['lib/slice.pl', 'sub forward { my ($body) = @_; send_out(@{$body}{qw(RuleId)}); }'],
  ['src/forward.lua', 'local function forward(body)\n  send(body.RuleId)\nend'],
  ['bin/forward.sh', 'key=$(jq -r .RuleId <<<"$body")\nsend "$key"'],
  ['src/forward.scala', 'def forward(body: JsValue) = send((body \\ "RuleId").as[String])'],
  ['src/forward.swift', 'func forward(body: [String: Any]) { send(body["RuleId"] as? String) }'],
  ['flows/forward.json', '{ "template": "{{ $json.body.RuleId }}" }'],
  ['models/forward.sql', "select payload ->> 'RuleId' as key from events"],
];

/** What such a body is handed on to, or what else the code has: comments that stand before, and calls behind. */
const surroundings: readonly string[] = [
  'prometheus alertmanager grafana',
  'pagerduty opsgenie incident',
  'eslint sarif finding linter',
  'firewall securityGroup waf',
  'drools rulesEngine ruleset',
  'discount pricing coupon',
  'outlook mailbox messageRule',
  'budget stock threshold permission',
  'severity priority condition',
];

const commentOf = (path: string, text: string): string => {
  if (path.endsWith('.json')) return '';
  if (/\.(?:py|rb|ex|pl|sh)$/.test(path)) return `# ${text}\n`;
  if (/\.(?:lua|sql)$/.test(path)) return `-- ${text}\n`;
  return path.endsWith('.php') ? '' : `// ${text}\n`;
};

describe('A use of RuleId', () => {
  beforeAll(() => prepareInspection());

  it.each(uses)('in %s is never explained away, whatever is around it', (path, code) => {
    for (const around of surroundings) {
      const folder = around.split(' ')[0] as string;
      for (const [at, text] of [
        [path, code],
        [path, `${commentOf(path, around)}${code}\n`],
        [`${folder}/${path}`, code],
        [`${folder}/${path}`, `${commentOf(path, around)}${commentOf(path, around)}${code}\n`],
      ] as const) {
        const { findings, explanations } = inspect(at, text);
        const mentions = findMentions(text, { barewords: true }).mentions.filter(
          ({ subject }) => subject === 'rule-id',
        );
        expect(mentions, at).not.toEqual([]);
        const explained = mentions.filter(
          ({ from, to, line }) =>
            !findings.some((one) => one.line === line) &&
            explanations.some((one) => one.subject === 'rule-id' && one.from <= from && to <= one.to),
        );
        expect(
          explained.map(({ line }) => `${at}:${line} among ${around}`),
          text,
        ).toEqual([]);
      }
    }
  });
});
