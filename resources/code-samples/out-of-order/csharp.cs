// Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
using System;

public sealed class ConnectionState
{
    public string Status { get; private set; } = "PendingAuth";
    public DateTimeOffset AsOf { get; private set; } = DateTimeOffset.MinValue;

    /// <summary>False if something newer is known. Save it with a concurrency token, or WHERE as_of &lt; @generated.</summary>
    public bool Apply(string status, DateTimeOffset generatedDate)
    {
        if (generatedDate <= AsOf) return false;
        Status = status;
        AsOf = generatedDate;
        return true;
    }
}
