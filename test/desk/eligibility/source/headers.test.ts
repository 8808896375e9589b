import { describe, expect, it } from 'vitest';
import { foundIn, markedIn } from '#test/support/marked-source.ts';
import { foundIn as recognizedIn } from '#test/support/recognized.ts';

/** Code of webhook receivers by framework; a line that must be found ends with `«kind»`. */
const receivers: Readonly<Record<string, string>> = {
  'src/hooks/express.js': `
    const client = req.header('X-Service-ClientId'); «client-id-read»
    const same = req.headers['x-service-clientid']; «client-id-read»
    if (req.get('Authorization') !== expected) return res.sendStatus(401); «authorization-check»
    res.status(503).set({ 'Retry-After': '30' }).end(); «retry-after-set»
    res.append('Retry-After', 10); «retry-after-set»
    res.writeHead(429, { 'retry-after': 5 }); «retry-after-set»`,
  'src/hooks/koa.js': `
    const client = ctx.request.get('x-service-clientid'); «client-id-read»
    const { 'x-service-clientid': other } = ctx.headers; «client-id-read»
    ctx.assert(ctx.header.authorization === expected, 401); «authorization-check»
    ctx.response.set('Retry-After', '30'); «retry-after-set»`,
  'app/api/hooks/route.ts': `
    export async function POST(request: Request) {
      const client = request.headers.get('x-service-clientid'); «client-id-read»
      const list = await headers();
      const auth = list.get('authorization'); «authorization-check»
      if ((await headers()).get('authorization') !== process.env.HOOK_AUTH) return new Response(null, { status: 401 }); «authorization-check»
      return NextResponse.json({}, { status: 503, headers: { 'Retry-After': '60' } }); «retry-after-set»
    }`,
  'functions/hook.ts': `
    export const handler = async (event) => {
      const { authorization } = event.headers; «authorization-check»
      const client = event.headers?.['x-service-clientid']; «client-id-read»
      return { statusCode: 503, headers: { 'Retry-After': 30 }, body: '' }; «retry-after-set»
    };`,
  'src/hooks/hapi.js': `
    server.route({ method: 'POST', path: '/hook', handler: (request, h) => {
      if (request.headers.authorization !== KEY) throw Boom.unauthorized(); «authorization-check»
      return h.response().code(503).header('Retry-After', '30'); «retry-after-set»
    } });`,
  'src/hooks/h3.ts': `
    const client = getHeader(event, 'x-service-clientid'); «client-id-read»
    const auth = getRequestHeader(event, 'authorization'); «authorization-check»
    setHeader(event, 'Retry-After', 60); «retry-after-set»
    setResponseHeader(event, 'Retry-After', 60); «retry-after-set»`,
  'src/hooks/hono.ts': `
    const client = c.req.header('X-Service-ClientId'); «client-id-read»
    c.header('Retry-After', '30'); «retry-after-set»`,
  'src/hooks/hook.guard.ts': `
    canActivate(context: ExecutionContext) {
      const request = context.switchToHttp().getRequest();
      return request.headers['authorization'] === this.config.get('HOOK_AUTH'); «authorization-check»
    }`,
  'src/hooks/params.js': `
    module.exports = async ({ headers: { authorization, 'x-service-clientid': client } }, res) => { «authorization-check» «client-id-read»
      if (authorization !== SECRET) return res.end();
    };`,
  'src/hooks/azure.js': `
    context.res = { status: 503, headers: { 'Retry-After': '15' } }; «retry-after-set»
    const client = req.headers.get('X-Service-ClientId'); «client-id-read»`,
  'Hooks/Web.cs': `
    var client = Request.Headers["X-Service-ClientId"].FirstOrDefault(); «client-id-read»
    if (Request.Headers.TryGetValue("X-Service-ClientId", out var c)) { } «client-id-read»
    var more = Request.Headers.GetValues("X-Service-ClientId").First(); «client-id-read»
    var auth = Request.Headers[HeaderNames.Authorization]; «authorization-check»
    var given = actionContext.Request.Headers.Authorization?.Parameter; «authorization-check»
    Response.Headers["Retry-After"] = "30"; «retry-after-set»
    Response.Headers.Add("Retry-After", "30"); «retry-after-set»
    Response.AddHeader("Retry-After", "30"); «retry-after-set»
    response.Headers.RetryAfter = new RetryConditionHeaderValue(TimeSpan.FromSeconds(30)); «retry-after-set»
    context.Response.Headers[HeaderNames.RetryAfter] = "5"; «retry-after-set»`,
  'Hooks/Bound.cs': `
    public IActionResult Hook(
        [FromHeader(Name = "Authorization")] string auth, «authorization-check»
        [FromHeader(Name = "X-Service-ClientId")] Guid client) => Ok(); «client-id-read»`,
  'hooks/flask.py': `
    client = request.headers["X-Service-ClientId"] «client-id-read»
    client = request.environ.get("HTTP_X_SERVICE_CLIENTID") «client-id-read»
    if request.headers.get("Authorization") != KEY: «authorization-check»
        return "", 401
    return "", 503, {"Retry-After": "30"} «retry-after-set»`,
  'hooks/django.py': `
    client = request.headers.get("x-service-clientid") «client-id-read»
    auth = request.META["HTTP_AUTHORIZATION"] «authorization-check»
    return HttpResponse(status=503, headers={"Retry-After": 30}) «retry-after-set»`,
  'hooks/fast.py': `
    async def hook(x_service_clientid: str = Header(), authorization: str = Header(None)): «client-id-read» «authorization-check»
        return JSONResponse({}, status_code=503, headers={"Retry-After": "5"}) «retry-after-set»`,
  'hooks/tornado.py': `
    class HookHandler(RequestHandler):
        def post(self):
            client = self.request.headers.get("X-Service-ClientId") «client-id-read»
            self.set_header("Retry-After", "30") «retry-after-set»`,
  'hooks/aio.py': `
    async def hook(request):
        client = request.headers.get("X-Service-ClientId") «client-id-read»
        raise web.HTTPServiceUnavailable(headers={"Retry-After": "20"}) «retry-after-set»`,
  'hooks/bottle.py': `
    client = request.get_header("X-Service-ClientId") «client-id-read»
    response.set_header("Retry-After", "20") «retry-after-set»
    response.headers["Retry-After"] = "20" «retry-after-set»`,
  'hooks/Spring.java': `
    @PostMapping("/hook")
    ResponseEntity<Void> hook(@RequestHeader("Authorization") String auth, «authorization-check»
        @RequestHeader(name = "X-Service-ClientId") String client) { «client-id-read»
      HttpHeaders headers = new HttpHeaders();
      headers.set(HttpHeaders.RETRY_AFTER, "30"); «retry-after-set»
      headers.add("Retry-After", "30"); «retry-after-set»
      return ResponseEntity.status(503).header("Retry-After", "30").build(); «retry-after-set»
    }`,
  'hooks/Jax.java': `
    @POST
    public Response hook(@HeaderParam("X-Service-ClientId") String client, @Context HttpHeaders headers) { «client-id-read»
      String auth = headers.getHeaderString(HttpHeaders.AUTHORIZATION); «authorization-check»
      return Response.status(503).header("Retry-After", 30).build(); «retry-after-set»
    }`,
  'hooks/Flux.java': `
    String client = request.headers().firstHeader("X-Service-ClientId"); «client-id-read»
    String auth = exchange.getRequest().getHeaders().getFirst("Authorization"); «authorization-check»
    exchange.getResponse().getHeaders().set("Retry-After", "30"); «retry-after-set»`,
  'hooks/Servlet.java': `
    private static final String CLIENT = "X-Service-ClientId";
    void doPost(HttpServletRequest request, HttpServletResponse response) {
      String client = request.getHeader(CLIENT); «client-id-read»
      response.addHeader("Retry-After", "30"); «retry-after-set»
      response.setHeader(HttpHeaders.RETRY_AFTER, "30"); «retry-after-set»
    }`,
  'hooks/Micronaut.java': `
    @Post("/hook")
    HttpResponse<?> hook(@Header("X-Service-ClientId") String client) { «client-id-read»
      return HttpResponse.serverError().header(HttpHeaders.RETRY_AFTER, "10"); «retry-after-set»
    }`,
  'hooks/Ktor.kt': `
    post("/hook") {
        val client = call.request.headers["x-service-clientid"] «client-id-read»
        val auth = call.request.headers[HttpHeaders.Authorization] «authorization-check»
        call.response.headers.append(HttpHeaders.RetryAfter, "10") «retry-after-set»
        call.response.header("Retry-After", 10) «retry-after-set»
    }`,
  'hooks/Http4k.kt': `
    fun hook(request: Request): Response {
        val client = request.header("X-Service-ClientId") «client-id-read»
        return Response(SERVICE_UNAVAILABLE).header("Retry-After", "10") «retry-after-set»
    }`,
  'hooks/nethttp.go': `
    func hook(w http.ResponseWriter, r *http.Request) {
      client := r.Header.Get("X-Service-ClientId") «client-id-read»
      same := r.Header["X-Service-Clientid"] «client-id-read»
      user, pass, ok := r.BasicAuth() «authorization-check»
      w.Header().Set("Retry-After", "30") «retry-after-set»
      w.Header().Add("Retry-After", "30") «retry-after-set»
    }`,
  'hooks/echo.go': `
    func hook(c echo.Context) error {
      client := c.Request().Header.Get("X-Service-ClientId") «client-id-read»
      auth := c.Request().Header.Get(echo.HeaderAuthorization) «authorization-check»
      c.Response().Header().Set("Retry-After", "30") «retry-after-set»
      return nil
    }`,
  'hooks/fiber.go': `
    func hook(c *fiber.Ctx) error {
      client := c.Get("X-Service-ClientId") «client-id-read»
      auth := c.Get(fiber.HeaderAuthorization) «authorization-check»
      c.Set("Retry-After", "30") «retry-after-set»
      c.Set(fiber.HeaderRetryAfter, "30") «retry-after-set»
      return nil
    }`,
  'hooks/lambda.go': `
    func hook(ctx context.Context, req events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
      client := req.Headers["x-service-clientid"] «client-id-read»
      return events.APIGatewayProxyResponse{StatusCode: 503, Headers: map[string]string{"Retry-After": "30"}}, nil «retry-after-set»
    }`,
  'hooks/rails.rb': `
    client = request.headers['X-Service-ClientId'] «client-id-read»
    again = request.get_header('HTTP_X_SERVICE_CLIENTID') «client-id-read»
    head :unauthorized unless request.authorization == expected «authorization-check»
    headers['Retry-After'] = '30' «retry-after-set»
    response.set_header('Retry-After', '30') «retry-after-set»`,
  'hooks/rack.rb': `
    client = env['HTTP_X_SERVICE_CLIENTID'] «client-id-read»
    return [401, {}, []] if env['HTTP_AUTHORIZATION'] != expected «authorization-check»
    [503, { 'Retry-After' => '30' }, []] «retry-after-set»`,
  'hooks/token.rb': `
    authenticate_or_request_with_http_token { |token| token == HOOK_TOKEN } «authorization-check»
    headers 'Retry-After' => '30' «retry-after-set»`,
  'hooks/laravel.php': `<?php
    $client = $request->header('X-Service-ClientId', 'none'); «client-id-read»
    $same = $request->server('HTTP_X_SERVICE_CLIENTID'); «client-id-read»
    if ($request->bearerToken() !== config('hook.token')) abort(401); «authorization-check»
    return response()->json([], 503, ['Retry-After' => 30]); «retry-after-set»
    return response('busy', 503)->withHeaders(['Retry-After' => 30]); «retry-after-set»`,
  'hooks/symfony.php': `<?php
    $client = $request->headers->get('x-service-clientid'); «client-id-read»
    $response->headers->set('Retry-After', '30'); «retry-after-set»
    throw new ServiceUnavailableHttpException(30, 'busy'); «retry-after-set»`,
  'hooks/psr7.php': `<?php
    $client = $request->getHeaderLine('X-Service-ClientId'); «client-id-read»
    if ($request->getHeaderLine('Authorization') !== $expected) return $response->withStatus(401); «authorization-check»
    return $response->withStatus(503)->withHeader('Retry-After', '30'); «retry-after-set»`,
  'hooks/plain.php': `<?php
    $all = getallheaders();
    $client = $all['X-Service-ClientId'] ?? $_SERVER['HTTP_X_SERVICE_CLIENTID']; «client-id-read»
    if ($_SERVER['PHP_AUTH_USER'] !== 'hook') exit; «authorization-check»
    header("Retry-After: $seconds"); «retry-after-set»
    header('retry-after: ' . $seconds, true, 503); «retry-after-set»`,
};

const others: Readonly<Record<string, string>> = {
  'src/client.js': `
    const res = await fetch(url, { headers: { Authorization: auth, 'X-Service-ClientId': id } });
    headers.set('Authorization', auth);
    headers.append('X-Service-ClientId', id);
    axios.defaults.headers.common['Authorization'] = auth;
    const wait = res.headers.get('Retry-After') ?? error.response.headers['retry-after'];
    xhr.setRequestHeader('Authorization', auth);
    const client = res.headers.get('x-service-clientid');`,
  'src/hook-proxy.js': `
    const wait = upstream.headers.get('retry-after');
    if (wait) res.set('Retry-After', wait);
    await fetch(target, { headers: { authorization: req.headers.authorization } });
    res.setHeader('Retry-After', answer.headers['retry-after']);`,
  'src/cors.js': `app.use(cors({ exposedHeaders: ['Retry-After'], allowedHeaders: ['Authorization', 'Content-Type'] }));`,
  'src/mock.test.js': `nock(api).get('/x').reply(429, {}, { 'Retry-After': '1' });`,
  'src/auth/jwt.js': `
    function requireUser(req, res, next) {
      const token = req.headers.authorization.split(' ')[1];
      req.user = jwt.verify(token, KEY);
      next();
    }`,
  'Client.cs': `
    client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", key);
    client.DefaultRequestHeaders.Add("X-Service-ClientId", id);
    request.Headers.Add("X-Service-ClientId", id);
    request.Headers.TryAddWithoutValidation("Authorization", key);
    var wait = response.Headers.RetryAfter?.Delta;
    if (response.Headers.TryGetValues("Retry-After", out var values)) { }`,
  'Api.cs': `
    using Refit;
    public interface IApi {
      [Get("/companies")]
      Task<Page> Companies([Header("Authorization")] string auth, [Header("X-Service-ClientId")] string id);
    }`,
  'client.py': `
    r = requests.get(url, headers={"Authorization": auth, "X-Service-ClientId": client})
    session.headers["X-Service-ClientId"] = client
    session.headers.update({"Authorization": auth})
    wait = int(r.headers.get("Retry-After", 5))`,
  'Client.java': `
    HttpRequest r = HttpRequest.newBuilder(uri).header("Authorization", auth).header("X-Service-ClientId", id).build();
    connection.setRequestProperty("Authorization", auth);
    String wait = response.headers().firstValue("Retry-After").orElse("1");
    Request o = new Request.Builder().url(url).addHeader("X-Service-ClientId", id).build();`,
  'Client.kt': `
    client.get(url) { header(HttpHeaders.Authorization, auth); header("X-Service-ClientId", id) }
    val wait = response.headers[HttpHeaders.RetryAfter]`,
  'client.go': `
    req.Header.Set("Authorization", auth)
    req.Header.Add("X-Service-ClientId", id)
    req.SetBasicAuth(key, "")
    wait := resp.Header.Get("Retry-After")`,
  'client.rb': `
    req['Authorization'] = auth
    req['X-Service-ClientId'] = id
    conn.headers['Authorization'] = auth
    wait = response.headers['Retry-After'].to_i`,
  'client.php': `<?php
    $client->get($url, ['headers' => ['Authorization' => $auth, 'X-Service-ClientId' => $id]]);
    $request = $request->withHeader('Authorization', $auth);
    curl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: ' . $auth, 'X-Service-ClientId: ' . $id]);
    $wait = $response->getHeaderLine('Retry-After');`,
};

describe('Headers of a webhook receiver', () => {
  it.each(Object.entries(receivers))('are found in %s', async (path, code) => {
    expect(await foundIn(path, code)).toEqual(markedIn(code));
    expect(recognizedIn(path, code)).toEqual(markedIn(code));
  });
  it.each(Object.entries(others))(
    'of clients and others are not taken for them in %s',
    async (path, code) => {
      expect(await foundIn(path, code)).toEqual([]);
      expect(recognizedIn(path, code)).toEqual([]);
    },
  );
});
