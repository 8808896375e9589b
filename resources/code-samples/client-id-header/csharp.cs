// ClientId is no longer in the body. It is in a header, as before.
using System;
using Microsoft.AspNetCore.Http;

public static class ClientIdHeader
{
    public static string Of(HttpRequest request)
    {
        var clientId = request.Headers["X-Service-ClientId"].ToString();
        if (clientId == "") throw new InvalidOperationException("The webhook has no X-Service-ClientId.");
        return clientId;
    }
}
