// Compares in constant time. Answer 401 if it is not the expected value.
using System.Security.Cryptography;
using System.Text;

public static class Authorization
{
    public static bool IsAuthorized(string header, string expected) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(header), Encoding.UTF8.GetBytes(expected));
}
