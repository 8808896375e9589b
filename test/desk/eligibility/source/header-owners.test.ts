import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';

/** Pairs of one shape: what is the integrator's own or another's, and what a webhook meets. */
const twins: Readonly<Record<string, string>> = {
  'src/Rates.jl': `
wait = parse(Int, HTTP.header(res, "Retry-After", "2"))
HTTP.setheader(res, "Retry-After" => "30") «retry-after-set»`,
  'src/Ops.fs': `
    request.Headers.Authorization <- AuthenticationHeaderValue("Basic", key)
    match response.Headers.RetryAfter with
    response.Headers.RetryAfter <- RetryConditionHeaderValue wait «retry-after-set»`,
  'src/Intake.scala': `
    case false => ServiceUnavailable().map(_.putHeaders(\`Retry-After\`.unsafeFromLong(60))) «retry-after-set»
  private def isHook(req: Request[IO]): Boolean =
    req.headers.get(Authorization.headerInstance.name).exists(_.head.value == secret) «authorization-check»`,
  'src/hook.clj': `
(defn hook [{:keys [headers]}]
  (if (not= secret (get headers "authorization")) {:status 401} «authorization-check»
    (http/get url {:headers {"Authorization" (str "Basic " key)}})))`,
  'lib/hook.dart': `
    if (request.headers[HttpHeaders.authorizationHeader] != secret) return Response.forbidden(null); «authorization-check»
    final res = await http.get(uri, headers: {HttpHeaders.authorizationHeader: 'Basic x'});`,
  'infra/webhook.tf': `
resource "aws_cloudwatch_event_connection" "hook" {
  auth_parameters {
    api_key {
      key   = "Authorization"
      value = "Basic \${var.key}"
    }
  }
}
resource "aws_apigatewayv2_authorizer" "webhook" {
  identity_sources = ["$request.header.Authorization"] «authorization-check»
}`,
  'policies/public.xml': `<policies><inbound>
    <cors><allowed-headers><header>Authorization</header></allowed-headers></cors>
    <validate-jwt header-name="Authorization" require-scheme="Bearer" />
    <rate-limit-by-key calls="60" counter-key="@(context.Subscription.Key)" retry-after-header-name="Retry-After" />
  </inbound></policies>`,
  'policies/webhook.xml': `<policies><inbound>
    <check-header name="Authorization" failed-check-httpcode="401"><value>Basic x</value></check-header> «authorization-check»
    <rate-limit calls="60" retry-after-header-name="Retry-After" /> «retry-after-set»
  </inbound></policies>`,
  'api/limits/PlanLimitFilter.java': `class PlanLimitFilter extends OncePerRequestFilter {
    void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
      Bucket bucket = buckets.of(request.getHeader("X-Api-Key"));
      if (!bucket.tryConsume(1)) response.setHeader("Retry-After", "30");
    }
  }`,
  'api/limits/LoadFilter.java': `class LoadFilter extends OncePerRequestFilter {
    void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
      if (!bucket.tryConsume(1)) response.setHeader("Retry-After", "30"); «retry-after-set»
    }
  }`,
  'accounts/throttle.py': `
def too_fast(seconds):
    response = HttpResponse("Too many attempts, try again later.", status=429)
    response["Retry-After"] = str(seconds)`,
  'src/edge.go': `
	after := res.Header.Get("X-Supplier-Wait")
	res.Header.Set("Retry-After", after)`,
  'src/intake.ts': `
export async function intake(req: Request, res: Response) {
  const found = table.search(req.body.AlertId);
  res.set('Retry-After', '30').sendStatus(503); «retry-after-set»
}`,
  'src/server.ts': `
export const app = fastify();
app.register(cors);
app.post('/login', (req, reply) => login(req.body));
app.post('/intake', function (req, reply) {
  reply.code(503).header('Retry-After', '30').send(); «retry-after-set»
});`,
  'src/login-first.js': `
function login(req) {
  const session = sessions.get(req.headers.authorization);
  return session.user;
}
function onWebhook(req) {
  if (req.headers.authorization !== secret) throw new Error(); «authorization-check»
}
`,
  'src/hook-first.js': `
function onWebhook(req) {
  if (req.headers.authorization !== secret) throw new Error(); «authorization-check»
}
function login(req) {
  const session = sessions.get(req.headers.authorization);
  return session.user;
}
`,
};

describe('Headers that may be of the own limiter, of an answer or of a call', () => {
  it.each(Object.entries(twins))('are told apart in %s', async (path, code) => {
    expect(await foundIn(path, code)).toEqual(markedIn(code));
  });
});
