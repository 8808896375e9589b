using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using DotNet.Testcontainers.Builders;
using Xunit;

/// <summary>A retry test in C#: Testcontainers and xunit; the image is built as packaging/Dockerfile says.</summary>
public sealed class RetryTests
{
    private const string Token = "token-of-the-control-api-of-this-test";

    [Fact]
    public async Task DeliversOnceTheConsumerResponds()
    {
        await using var kit = new ContainerBuilder()
            .WithImage("carryover")
            .WithPortBinding(4410, true)
            .WithPortBinding(4412, true)
            .WithEnvironment("CARRYOVER_CONTROL_TOKEN", Token)
            .WithCommand("--clock", "skipping", "--seed", "7")
            .WithWaitStrategy(Wait.ForUnixContainer().UntilContainerIsHealthy())
            .Build();
        await kit.StartAsync();

        using var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Token);
        var control = $"http://{kit.Hostname}:{kit.GetMappedPublicPort(4412)}/control/v1";
        async Task<JsonElement> Post(string path, object? body = null)
        {
            using var content = body is null ? null : JsonContent.Create(body);
            using var response = await http.PostAsync(control + path, content);
            response.EnsureSuccessStatusCode();
            return await response.Content.ReadFromJsonAsync<JsonElement>();
        }

        var consumer = await Post("/consumers");
        var id = consumer.GetProperty("id").GetString();
        await Post("/endpoints", new { url = consumer.GetProperty("url").GetString(), eventTypes = new[] { "read.completed" } });
        using var chosen = await http.PutAsJsonAsync($"{control}/consumers/{id}/response", new { statusCode = 500, times = 7 });
        chosen.EnsureSuccessStatusCode();
        await Post("/events", new { eventType = "read.completed" });
        var found = await Post("/wait", new Dictionary<string, object> { ["for"] = "delivery", ["status"] = "Success" });
        Assert.Equal(8, found.GetProperty("deliveries")[0].GetProperty("delivery").GetProperty("attempts").GetInt32());
    }
}
