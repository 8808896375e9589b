import { test } from 'vitest';
import { expectTold } from '#test/support/allow-list.ts';

const server = (inner: string) => `server {\nlisten 443 ssl;\n${inner}\n}`;
const at80 = { port: 80 };

test('the lines of a block are held against the address in their order', () => {
  expectTold([
    [
      server('allow 4.159.114.108;\ndeny all;'),
      [
        'allowed by 3: First matching line (server, line 1).',
        'denied by 4: First matching line (server, line 1).',
      ],
    ],
    [
      server('allow 4.159.114.0/24;\ndeny 20.117.190.191;'),
      [
        'allowed by 3: First matching line (server, line 1).',
        'denied by 4: First matching line (server, line 1).',
      ],
    ],
    [server('allow all;'), ['both allowed by 3: First matching line (server, line 1).']],
    [server('deny unix:;\nallow all;'), ['both allowed by 4: First matching line (server, line 1).']],
    [server('allow unix:;\ndeny all;'), ['both denied by 4: First matching line (server, line 1).']],
    [
      server('allow all now;\ndeny all;'),
      [
        "both unknown by 3: This line can't be read; if it applies, the address is allowed, otherwise denied (server, line 1).",
        'remark 3: "allow all now;" is not a readable address or range.',
      ],
    ],
    [
      server('allow;\ndeny all;'),
      [
        "both unknown by 3: This line can't be read; if it applies, the address is allowed, otherwise denied (server, line 1).",
        'remark 3: "allow;" is not a readable address or range.',
      ],
    ],
    [
      server('allow partner.example;\ndeny all;'),
      [
        "both unknown by 3: This line can't be read; if it applies, the address is allowed, otherwise denied (server, line 1).",
        'remark 3: "allow partner.example;" is not a readable address or range.',
      ],
    ],
    [
      server('deny 4.159.114.108-4.159.114.110;'),
      [
        "both unknown by 3: This line can't be read; if it applies, the address is denied, otherwise allowed (server, line 1).",
        'remark 3: "deny 4.159.114.108-4.159.114.110;" is not a readable address or range.',
      ],
    ],
    [
      server('deny 4.0.0.0/255.0.0.0;'),
      [
        "both unknown by 3: This line can't be read; if it applies, the address is denied, otherwise allowed (server, line 1).",
        'remark 3: "deny 4.0.0.0/255.0.0.0;" is not a readable address or range.',
      ],
    ],
    [
      server('deny 2001:db8::/32;'),
      ['both allowed: No allow or deny matches, and nginx allows by default (server, line 1).'],
    ],
    [
      server('deny ::ffff:4.159.114.108;'),
      [
        'both allowed: No allow or deny matches, and nginx allows by default (server, line 1).',
        'remark 3: "deny ::ffff:4.159.114.108;" is IPv6; nginx never compares it with an IPv4 sender.',
      ],
    ],
    [
      server('allow { deny all; }'),
      [
        'both allowed: No allow or deny matches, and nginx allows by default (server, line 1).',
        'remark 3: The block "allow" was ignored.',
      ],
    ],
  ]);
});

test('what rewrites or checks comes first', () => {
  expectTold([
    [server('return 403;\nallow all;'), ['both denied by 3: First matching line (server, line 1).']],
    [server('return 204;\ndeny all;'), ['both allowed by 3: First matching line (server, line 1).']],
    [
      server('return 302 https://elsewhere.example;'),
      ['both unknown by 3: First matching line (server, line 1).'],
    ],
    [
      server('return https://elsewhere.example;'),
      ['both unknown by 3: First matching line (server, line 1).'],
    ],
    [
      server('break;\nallow all;'),
      ['both unknown by 3 (break): It ends this block; without it, the address is allowed (server, line 1).'],
    ],
    [
      server('if ($bad) {\nreturn 403;\n}\nallow all;'),
      [
        'both unknown by 3 (if ($bad) { … }): It depends on this condition; if it applies, the address is denied, otherwise allowed (server, line 1).',
        'remark 3: This condition may deny requests; what it depends on is not in the text.',
      ],
    ],
    [
      server('if ($bad) {\nset $x 1;\nreturn 444;\n}\ndeny all;'),
      [
        'both denied by 7: First matching line (server, line 1).',
        'remark 3: This condition may deny requests; what it depends on is not in the text.',
      ],
    ],
    [
      server('if ($bad) {\nreturn 302 https://x;\n}\ndeny all;'),
      [
        'both unknown by 3 (if ($bad) { … }): It depends on this condition; without it, the address is denied (server, line 1).',
        'remark 3: This condition may deny requests; what it depends on is not in the text.',
      ],
    ],
    [
      server('if ($bad) {\nset $x 1;\nadd_header a b;\nexpires 1d;\naccess_log off;\n}\nallow all;'),
      ['both allowed by 9: First matching line (server, line 1).'],
    ],
    [server('if ($bad) {\n}\nallow all;'), ['both allowed by 5: First matching line (server, line 1).']],
    [server('if $bad;\nallow all;'), ['both allowed by 4: First matching line (server, line 1).']],
    [
      server('auth_request /auth;\nallow all;'),
      [
        'both unknown by 3 (auth_request /auth): It depends on this check; if it applies, the address is denied, otherwise allowed (server, line 1).',
        `remark 3: The result of "auth_request" is not in the text.`,
      ],
    ],
    [
      server('auth_request /auth;\ndeny all;'),
      [
        'both denied by 4: First matching line (server, line 1).',
        `remark 3: The result of "auth_request" is not in the text.`,
      ],
    ],
    [server('auth_request off;\nallow all;'), ['both allowed by 4: First matching line (server, line 1).']],
    [
      server('access_by_lua_block { deny(); }'),
      [
        'both unknown by 3 (access_by_lua_block): It depends on this check; if it applies, the address is denied, otherwise allowed (server, line 1).',
        `remark 3: The result of "access_by_lua_block" is not in the text.`,
        'remark 3: The block "access_by_lua_block" was ignored.',
      ],
    ],
    [
      server('modsecurity on;\nallow all;'),
      [
        'both unknown by 3 (modsecurity on): It depends on this check; if it applies, the address is denied, otherwise allowed (server, line 1).',
        `remark 3: The result of "modsecurity" is not in the text.`,
      ],
    ],
    [
      server('ssl_verify_client on;\nallow all;'),
      [
        'both unknown by 3 (ssl_verify_client on): It depends on this check; if it applies, the address is denied, otherwise allowed (server, line 1).',
        `remark 3: The result of "ssl_verify_client" is not in the text.`,
      ],
    ],
    [
      server('blocklist on;\nallow all;'),
      [
        'both unknown by 3 (blocklist on): It depends on this check; if it applies, the address is denied, otherwise allowed (server, line 1).',
        `remark 3: The result of "blocklist" is not in the text.`,
      ],
    ],
    [
      server('set_by_lua_block_deny x;\nallow all;'),
      ['both allowed by 4: First matching line (server, line 1).'],
    ],
  ]);
});

test('what an include brings is open', () => {
  expectTold([
    [
      server('include partners.conf;\ndeny all;'),
      [
        'both unknown by 3: It depends on the content of this file; without it, the address is denied (server, line 1).',
        'remark 3: The content of "partners.conf" is not in the text.',
      ],
    ],
    [
      server('include partners.conf;'),
      [
        'both unknown by 3: It depends on the content of this file; without it, the address is allowed (server, line 1).',
        'remark 3: The content of "partners.conf" is not in the text.',
      ],
    ],
    [
      server(
        'include /etc/nginx/mime.types;\ninclude fastcgi_params;\ninclude fastcgi.conf;\ninclude uwsgi_params;\ninclude scgi_params;\ninclude proxy_params;\ndeny all;',
      ),
      ['both denied by 9: First matching line (server, line 1).'],
    ],
    [
      `include /etc/nginx/modules-enabled/*.conf;\n${server('deny all;')}`,
      ['both denied by 4: First matching line (server, line 2).'],
    ],
    [
      server('include;\ndeny all;'),
      [
        'both unknown by 3 (include ;): It depends on the content of this file; without it, the address is denied (server, line 1).',
        'remark 3: The content of "" is not in the text.',
      ],
    ],
  ]);
});

test('another check may let in', () => {
  expectTold([
    [
      server('satisfy any;\ndeny all;'),
      [
        'both unknown by 4: Denied here, but "satisfy any" allows requests that pass another check (server, line 1).',
      ],
    ],
    [server('satisfy all;\ndeny all;'), ['both denied by 4: First matching line (server, line 1).']],
    [server('satisfy any;\nallow all;'), ['both allowed by 4: First matching line (server, line 1).']],
    [
      server('satisfy any;\nlocation / {\ndeny all;\n}'),
      [
        'both unknown by 5: Denied here, but "satisfy any" allows requests that pass another check (location /, line 4).',
      ],
    ],
    [
      server('satisfy any;\nlocation / {\nsatisfy all;\ndeny all;\n}'),
      ['both denied by 6: First matching line (location /, line 4).'],
    ],
  ]);
});

test('a block goes by its own lines, or by those around it', () => {
  expectTold([
    [
      server('deny all;\nlocation / {\nallow 4.159.114.108;\n}'),
      [
        'allowed by 5: First matching line (location /, line 4).',
        'allowed: No allow or deny matches, and nginx allows by default (location /, line 4).',
      ],
    ],
    [
      server('deny all;\nlocation / {\nproxy_pass http://app;\n}'),
      ['both denied by 3: First matching line (location /, line 4).'],
    ],
    [
      server('deny all;\nlocation /hooks {\nallow all;\n}'),
      [
        "both unknown by 3: It depends on the path and server that the endpoint's URL names: location /hooks, line 4: allowed by line 5, server, line 1: denied by line 3.",
      ],
    ],
    [
      server('deny all;\nlocation ^~ / {\nallow all;\n}'),
      ['both allowed by 5: First matching line (location ^~ /, line 4).'],
    ],
    [
      server('return 403;\nlocation / {\nallow all;\n}'),
      ['both denied by 3: First matching line (location /, line 4).'],
    ],
    [
      server('location / {\ninclude x.conf;\n}\ndeny all;'),
      [
        'both unknown by 4: It depends on the content of this file; without it, the address is denied (location /, line 3).',
        'remark 4: The content of "x.conf" is not in the text.',
      ],
    ],
    [
      server('location / {\nallow all;\n}\nlocation @fallback {\ndeny all;\n}'),
      ['both allowed by 4: First matching line (location /, line 3).'],
    ],
    [
      server('location / {\nallow all;\n}\nlocation /auth {\ninternal;\ndeny all;\n}'),
      ['both allowed by 4: First matching line (location /, line 3).'],
    ],
    [
      server('location / {\nallow all;\nlocation /in {\ndeny all;\n}\n}'),
      [
        "both unknown by 6: It depends on the path and server that the endpoint's URL names: location /in, line 5: denied by line 6, location /, line 3: allowed by line 4.",
      ],
    ],
    [
      server('location / {\nallow all;\nlimit_except GET {\ndeny all;\n}\n}'),
      ['both denied by 6: First matching line (limit_except GET, line 5).'],
    ],
    [
      server('location / {\nallow all;\nlimit_except POST GET {\ndeny all;\n}\n}'),
      ['both allowed by 4: First matching line (location /, line 3).'],
    ],
    [
      server('location / {\nallow all;\nlimit_except get post {\ndeny all;\n}\n}'),
      ['both allowed by 4: First matching line (location /, line 3).'],
    ],
    [
      server('frobs {\ndeny all;\n}\nallow all;'),
      [
        'both allowed by 6: First matching line (server, line 1).',
        'remark 3: The block "frobs" was ignored.',
      ],
    ],
    [
      'events {\ndeny all;\n}\nmap $a $b {\ndeny all;\n}\ngeo $x {\ndefault 0;\n}\ntypes {\na b;\n}\nupstream u {\nserver x;\n}\nsplit_clients a b {\nx y;\n}\ncharset_map a b {\nx y;\n}\n' +
        server('allow all;'),
      ['both allowed by 24: First matching line (server, line 22).'],
    ],
    [
      `http {\ndeny all;\n${server('proxy_pass http://app;')}\n}`,
      ['both denied by 2: First matching line (server, line 3).'],
    ],
    [
      `http {\nallow all;\n${server('deny 4.159.114.108;')}\n}`,
      [
        'denied by 5: First matching line (server, line 3).',
        'allowed: No allow or deny matches, and nginx allows by default (server, line 3).',
      ],
    ],
    [
      'stream {\nserver {\nlisten 443;\ndeny 4.159.114.108;\n}\n}',
      [
        'denied by 4: First matching line (server, line 2).',
        'allowed: No allow or deny matches, and nginx allows by default (server, line 2).',
      ],
    ],
  ]);
});

test('servers of other ports and families are left aside', () => {
  expectTold([
    [
      'server {\nlisten 80;\ndeny all;\n}',
      [
        'both unknown: No server in the text listens on this port.',
        'remark 1: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    ['server {\nlisten 80;\ndeny all;\n}', ['both denied by 3: First matching line (server, line 1).'], at80],
    [
      'server {\nlisten 80;\nlisten 443 ssl;\ndeny all;\n}',
      ['both denied by 4: First matching line (server, line 1).'],
    ],
    [
      `server {\nlisten 80;\ndeny all;\n}\n${server('allow all;')}`,
      [
        'both allowed by 7: First matching line (server, line 5).',
        'remark 1: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    ['server {\ndeny all;\n}', ['both denied by 2: First matching line (server, line 1).']],
    [
      'server {\nlisten 0.0.0.0:443;\ndeny all;\n}\nserver {\nlisten 10.0.0.1;\nallow all;\n}',
      [
        'both denied by 3: First matching line (server, line 1).',
        'remark 5: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    [
      'server {\nlisten *;\ndeny all;\n}\nserver {\nlisten localhost;\ndeny all;\n}',
      ['both denied by 3: First matching line (the same in all blocks).'],
      at80,
    ],
    [
      `server {\nlisten *;\ndeny all;\n}\n${server('allow all;')}`,
      [
        'both allowed by 7: First matching line (server, line 5).',
        'remark 1: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    [
      `server {\nlisten 10.0.0.1;\ndeny all;\n}\n${server('allow all;')}`,
      [
        'both allowed by 7: First matching line (server, line 5).',
        'remark 1: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    [
      'server {\nlisten 400-500;\ndeny all;\n}\nserver {\nlisten 444-500;\nallow all;\n}',
      [
        'both denied by 3: First matching line (server, line 1).',
        'remark 5: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    ['server {\nlisten 400-443;\ndeny all;\n}', ['both denied by 3: First matching line (server, line 1).']],
    ['server {\nlisten $port;\ndeny all;\n}', ['both denied by 3: First matching line (server, line 1).']],
    [
      'server {\nlisten unix:/run/x.sock;\ndeny all;\n}',
      ['both denied by 3: First matching line (server, line 1).'],
    ],
    ['server {\nlisten;\ndeny all;\n}', ['both denied by 3: First matching line (server, line 1).']],
    [
      `server {\nlisten [::]:443;\nallow all;\n}\n${server('deny all;')}`,
      [
        'both denied by 7: First matching line (server, line 5).',
        'remark 1: This server does not listen for IPv4 on port 443 and was ignored.',
      ],
    ],
    [
      'server {\nlisten [::]:443 ipv6only=off;\nallow all;\n}\nserver {\nlisten [::]:443;\nallow all;\n}',
      ['both allowed by 3: First matching line (the same in all blocks).'],
    ],
    [
      'server {\nlisten [::1];\nallow all;\n}',
      [
        'both unknown: No server in the text listens on this port.',
        'remark 1: This server does not listen for IPv4 on port 80 and was ignored.',
      ],
      at80,
    ],
  ]);
});

test('servers and paths that differ make it depend on the URL', () => {
  expectTold([
    [
      `${server('deny all;')}\n${server('allow all;')}`,
      [
        "both unknown by 3: It depends on the path and server that the endpoint's URL names: server, line 1: denied by line 3, server, line 5: allowed by line 7.",
      ],
    ],
    [
      `${server('allow all;')}\n${server('allow all;')}`,
      ['both allowed by 3: First matching line (the same in all blocks).'],
    ],
    [
      `${server('proxy_pass http://app;')}\n${server('deny all;')}`,
      [
        "both unknown by 7: It depends on the path and server that the endpoint's URL names: server, line 1: allowed, server, line 5: denied by line 7.",
      ],
    ],
    [
      Array.from({ length: 11 }, (_, n) => `server {\n${n === 0 ? 'deny' : 'allow'} all;\n}`).join('\n'),
      [
        "both unknown by 2: It depends on the path and server that the endpoint's URL names: server, line 1: denied by line 2, server, line 4: allowed by line 5, server, line 7: allowed by line 8, server, line 10: allowed by line 11, server, line 13: allowed by line 14, server, line 16: allowed by line 17, server, line 19: allowed by line 20, server, line 22: allowed by line 23, server, line 25: allowed by line 26, server, line 28: allowed by line 29, ….",
      ],
    ],
    [
      Array.from({ length: 10 }, (_, n) => `server {\n${n === 0 ? 'deny' : 'allow'} all;\n}`).join('\n'),
      [
        "both unknown by 2: It depends on the path and server that the endpoint's URL names: server, line 1: denied by line 2, server, line 4: allowed by line 5, server, line 7: allowed by line 8, server, line 10: allowed by line 11, server, line 13: allowed by line 14, server, line 16: allowed by line 17, server, line 19: allowed by line 20, server, line 22: allowed by line 23, server, line 25: allowed by line 26, server, line 28: allowed by line 29.",
      ],
    ],
  ]);
});

test('quotes, comments and braces are those of nginx', () => {
  expectTold([
    [
      'allow 4.159.114.108; # one\n# deny all;\ndeny all;',
      [
        'allowed by 1 (allow 4.159.114.108;): First matching line (the text).',
        'denied by 3: First matching line (the text).',
      ],
    ],
    [
      'allow \'4.159.114.108\';\ndeny "all";',
      [
        'allowed by 1 (allow 4.159.114.108;): First matching line (the text).',
        'denied by 2 (deny all;): First matching line (the text).',
      ],
    ],
    [
      `server {\nserver_name a#b "x;y" '{' \${z} a\\;b;\nallow all;\n}`,
      ['both allowed by 3: First matching line (server, line 1).'],
    ],
    [';;allow all;;', ['both allowed by 1 (allow all;): First matching line (the text).']],
    [
      'allow all',
      [`refused: The text can't be read as nginx: the directive of line 1 does not end with ";"`],
      { format: 'nginx' },
    ],
    [
      'server {\nallow all;',
      ["refused: The text can't be read as nginx: the brace of line 1 is not closed"],
      { format: 'nginx' },
    ],
    [
      'allow all;\n}',
      ["refused: The text can't be read as nginx: line 2 closes a brace that was not opened"],
      { format: 'nginx' },
    ],
    [
      '{\nallow all;\n}',
      ["refused: The text can't be read as nginx: the brace of line 1 has no name"],
      { format: 'nginx' },
    ],
    [
      'server {\nallow "all;\n}',
      ["refused: The text can't be read as nginx: a quote in line 2 is not closed"],
      { format: 'nginx' },
    ],
    [
      'server {\nallow all\n}',
      [`refused: The text can't be read as nginx: the directive of line 2 does not end with ";"`],
      { format: 'nginx' },
    ],
    [
      `${'http {\n'.repeat(40)}`,
      ["refused: The text can't be read as nginx: blocks are nested too deep in line 31"],
      { format: 'nginx' },
    ],
    [' ', ['both unknown: No server in the text listens on this port.'], { format: 'nginx' }],
  ]);
});
