import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '#test/support/browser.ts';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { testHost } from '#test/support/test-host.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { untilLive } from '#test/support/ui.ts';

test.runIf(hasOpenssl)(
  'the page works behind a proxy that ends TLS: signed in, live, and with nothing refused',
  async () => {
    const proxy = await startTlsProxy('desk.example');
    const httpsUrl = `https://desk.example:${proxy.port}`;
    const host = await testHost({ httpsUrl });
    proxy.to(host.ready.deskUrl);
    const browser = await launchChromium(['--host-resolver-rules=MAP desk.example 127.0.0.1']);
    onTestFinished(() => browser.close());
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });

    const { body } = await host.desk('POST', '/api/session/tickets');
    await page.goto(body.publicUrl);
    await untilLive(page);
    expect(new URL(page.url()).origin).toBe(httpsUrl);
    // Announced by the stream: the page shows it without being loaded again.
    await host.desk('POST', '/api/clock/pause');
    await page.getByText('Local service paused').waitFor();
    await page.reload();
    await page.getByText('Local service paused').waitFor();
    expect(problems).toEqual([]);
  },
);
