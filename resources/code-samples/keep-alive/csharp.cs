// Keeps connections open for longer than the load balancer in front (often 60 s): who closes first loses a request.
using System;
using Microsoft.AspNetCore.Builder;

public static class KeepAlive
{
    public static void Configure(WebApplicationBuilder builder) =>
        builder.WebHost.ConfigureKestrel(options => options.Limits.KeepAliveTimeout = TimeSpan.FromSeconds(65));
}
