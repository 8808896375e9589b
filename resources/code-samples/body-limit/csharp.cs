// Events of 1 MB must pass. Kestrel stops at 30 MB; IIS and reverse proxies have limits of their own:
// <requestLimits maxAllowedContentLength="2097152" /> in web.config, client_max_body_size 2m; in nginx.
using Microsoft.AspNetCore.Builder;

public static class BodyLimit
{
    public const long Bytes = 2 * 1024 * 1024;

    public static void Configure(WebApplicationBuilder builder) =>
        builder.WebHost.ConfigureKestrel(options => options.Limits.MaxRequestBodySize = Bytes);
}
