import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Region, regionsOf } from '#desk/eligibility/source/regions/regions.ts';

/** The innermost region that holds a word, and its language. */
const innermost = (path: string, text: string, word: string): Region | undefined =>
  regionsOf(path, text)
    .filter((region) => region.text.includes(word))
    .at(-1);

/** Each: a file's name and text, and the language in which `RuleId` stands. */
const files: readonly (readonly [string, string, string])[] = [
  ['page.html', '<p>a</p><script>use(body.RuleId)</script>', 'javascript'],
  ['page.html', '<script lang="ts">use(body.RuleId as string)</script>', 'typescript'],
  ['page.html', '<button onclick="go(alert.RuleId)">x</button>', 'javascript'],
  ['page.html', '<a data-x="1">\n{{ alert.RuleId }}</a>', 'template'],
  ['Row.vue', '<template><td>{{ alert.RuleId }}</td></template><script>x</script>', 'javascript'],
  ['Row.vue', '<script setup lang="ts">const id = a.RuleId</script>', 'typescript'],
  ['Row.svelte', '<p>{alert.RuleId}</p>', 'javascript'],
  ['Row.astro', '---\nconst id = a.RuleId;\n---\n<p>x</p>', 'typescript'],
  ['list.jsp', '<td><%= alert.getRuleId() %></td>', 'java'],
  ['list.jsp', '<td>\u0024{alert.RuleId}</td>', 'expression'],
  ['show.html.erb', "<td><%= payload['RuleId'] -%></td>", 'ruby'],
  ['show.blade.php', "<td>{{ $alert['RuleId'] }}</td>", 'php'],
  ['Show.cshtml', '@{ var id = Model.RuleId; }<p></p>', 'csharp'],
  ['Show.cshtml', '<p>@Model.RuleId</p>', 'csharp'],
  ['mail.liquid', 'Rule: {{ payload.RuleId }}', 'template'],
  ['rules.json.j2', '{"a": "{{ alert.RuleId }}"}', 'template'],
  ['show.html.eex', '<%= @alert["RuleId"] %>', 'elixir'],
  ['page.php', '<p><?= $a["RuleId"] ?></p>', 'php'],
  ['page.php', '<p><?= $a ?></p><script>x(a.RuleId)</script>', 'javascript'],
  ['n.ipynb', '{"cells":[{"cell_type":"code","source":["a = 1\n","b[\\"RuleId\\"]"]}]}', 'python'],
  ['n.ipynb', '{"cells":[{"cell_type":"code","source":["%%bash\n","jq .RuleId"]}]}', 'shell'],
  [
    '.github/workflows/a.yml',
    'jobs:\n  a:\n    steps:\n      - run: |\n          echo 1\n          jq -r .RuleId a.json',
    'shell',
  ],
  ['.gitlab-ci.yml', "a:\n  script:\n    - echo 1\n    - jq -r '.RuleId' a.json", 'jq'],
  ['azure.yml', 'steps:\n- task: Bash@3\n  inputs:\n    inlineScript: |\n      jq .RuleId a', 'shell'],
  ['compose.yml', 'services:\n  a:\n    command: ["sh", "-c", "cat x; jq .RuleId"]', 'shell'],
  ['k.yaml', 'args:\n  - |\n    import json\n    print(json.load(f)["RuleId"])', 'python'],
  [
    't.yaml',
    'Code:\n  ZipFile: |\n    exports.handler = async (e) => { return e.body.RuleId; };',
    'javascript',
  ],
  ['rules.yml', 'expr: "{{ payload.RuleId }}"', 'expression'],
  ['map.yml', 'rule: $.RuleId', 'expression'],
  ['flow.json', '{"nodes":[{"parameters":{"value":"={{$json.body.RuleId}}"}}]}', 'expression'],
  ['flow.json', '{"func":"const a = msg.payload.RuleId;\nreturn msg;"}', 'javascript'],
  ['app.json', '{"inputs":"@triggerBody()?[\'RuleId\']"}', 'expression'],
  ['app.json', '{"body":"{\\"a\\":\\"$.RuleId\\"}"}', 'expression'],
  ['t.json', '{"Fn::Join":["\n",["#!/bin/bash","curl x","jq .RuleId"]]}', 'shell'],
  ['q.json', '{"sql":"select body->>\'RuleId\' from hooks"}', 'sql'],
  ['Makefile', 'U := http://x\n\na:\n\tcurl $(U) | jq .RuleId', 'shell'],
  ['justfile', 'u := "x"\na:\n  curl {{u}} | jq .RuleId', 'shell'],
  ['Dockerfile', 'FROM a\nRUN curl x \\n  | jq .RuleId\n', 'shell'],
  ['run.sh', "python3 - <<'EOF'\nprint(d['RuleId'])\nEOF\n", 'python'],
  ['run.sh', 'cat > x.js <<EOF\nlog(a.RuleId)\nEOF\n', 'javascript'],
  ['run.sh', "node -e 'console.log(a.RuleId)'", 'javascript'],
  ['README.md', '# a\n```py\nx["RuleId"]\n```\n', 'python'],
  ['f.sql', "create function f() returns text as $$ return b['RuleId'] $$ language plpython3u;", 'python'],
  ['nginx.conf', 'location / { content_by_lua_block { local r = body.RuleId } }', 'lua'],
  ['app.conf', 'location / { content_by_lua_block { local r = body.RuleId } }', 'lua'],
  ['mule.xml', '<ee:set-payload><![CDATA[%dw 2.0\n---\npayload.RuleId]]></ee:set-payload>', 'dataweave'],
  ['policy.xml', '<set-variable name="r" value="@(body[&quot;RuleId&quot;])" />', 'expression'],
  ['route.xml', '<jsonpath>$.RuleId</jsonpath>', 'expression'],
  ['main.tf', 'x = <<-EOT\n#!/bin/bash\njq .RuleId\nEOT\n', 'shell'],
  ['stg.sql', "select {{ dbt_utils.get('RuleId') }} from t", 'template'],
];

describe('regions of a file', () => {
  it.each(files)('%s: %s', (path, text, language) => {
    const region = innermost(path, text, 'RuleId');
    expect(region?.language).toBe(language);
    // The word's place leads back to the word in the file, which may be written with escapes.
    const at = region?.offsetOf(region.text.lastIndexOf('RuleId')) ?? -1;
    expect(text.slice(at, at + 6)).toBe('RuleId');
  });

  it('gives variables of a Makefile to the shell of its recipes', () => {
    const region = innermost('Makefile', 'BASE = http://x\nall:\n\t@curl $(BASE)/y $$HOME\n', 'curl');
    expect(region?.text).toBe('BASE="http://x"\ncurl \u0024{BASE}/y $HOME\n');
  });

  it('leads every offset of every region back into the file, in order, and never throws', () => {
    const names = [
      'a.html',
      'a.vue',
      'a.yml',
      'a.json',
      'a.ipynb',
      'a.md',
      'a.sh',
      'Makefile',
      'Dockerfile',
      'a.sql',
      'a.erb',
      'a.jsp',
      'a.liquid',
      'a.xml',
      'nginx.conf',
      'a.toml',
      'a.astro',
      'a.blade.php',
    ];
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<%= ',
      ' %>',
      '{{',
      '}}',
      '"run": "',
      '\n',
      '\\',
      '"',
      "'",
      'run: |\n  ',
      '- ',
      '\n',
      '```js\n',
      '$$',
      '<<EOF\n',
      'EOF\n',
      'select a from b',
      '[',
      '{',
      '}',
      ']',
      '<![CDATA[',
      '&quot;',
      ' x="',
      'curl ',
      'RuleId',
      '\ud800',
      '{%',
      '%}',
      '@{',
      '$(',
      'a = ',
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(piece, { maxLength: 40 }), (name, pieces) => {
        const text = pieces.join('');
        for (const region of regionsOf(name, text)) {
          let before = 0;
          for (let at = 0; at <= region.text.length; at++) {
            const offset = region.offsetOf(at);
            if (offset < before || offset > text.length)
              throw new Error(`${name}: ${offset} after ${before}`);
            before = offset;
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('takes time in proportion to the text, whatever it holds', () => {
    const units = [
      '<script>',
      '{{',
      '<%',
      'run: |\n ',
      '"a":"',
      '<<EOF\n',
      '$$',
      '$a$',
      '```\n',
      'sh ',
      'function ',
      ' ',
      '\n',
      '& ',
      ' a="',
      "a='",
      '[',
      'local ',
      'select ',
      '@{',
      '<a>',
      '- a: b\n',
      '\t',
      'a:\n',
      '\\',
      '">',
      "python -c '",
    ];
    for (const name of [
      'a.html',
      'a.vue',
      'a.svelte',
      'a.yml',
      'a.json',
      'a.md',
      'a.sh',
      'a.sql',
      'a.xml',
      'a.erb',
      'a.toml',
      'Makefile',
      'nginx.conf',
      'a.jsp',
    ]) {
      for (const unit of units) {
        const text = unit.repeat(Math.ceil(60_000 / unit.length));
        const start = performance.now();
        regionsOf(name, text);
        expect(performance.now() - start, `${name} ${unit}`).toBeLessThan(3000);
      }
    }
  }, 60_000);
});
