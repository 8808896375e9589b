import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

type TestHost = Awaited<ReturnType<typeof testHost>>;

const open = (host: TestHost, path: string, expected?: RegExp) =>
  openUi(browser(), host, { path, ...(expected && { expected }) });

/** An endpoint at the built-in receiver, and a page that shows it. */
const endpointAtReceiver = async (host: TestHost, other: object = {}) => {
  const { body: receiver } = await host.desk('POST', '/api/receiver', {});
  const { body: endpoint } = await host.desk('POST', '/api/endpoints', {
    url: `${receiver.url}/hooks`,
    eventTypes: ['company.created', 'read.completed'],
    ...other,
  });
  return endpoint;
};

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the endpoint' }).getByRole('link', { name });

describe('endpoints', () => {
  it('are created at the built-in receiver, given headers and tested, from an empty data folder without a reload', async () => {
    const page = await open(await testHost(), '/endpoints');
    await page.getByText('No endpoints yet').waitFor();
    await button(page, 'Create endpoint…').click();
    await button(page, 'Use built-in receiver').click();
    await expect.poll(() => field(page, 'URL').inputValue()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks$/);
    await button(page, 'All except writes (14)').click();
    await expectAccessible(page);
    await button(page, 'Create endpoint').click();

    await page.getByText('Send an event from the Testing tab.').waitFor();
    await page.getByText('All companies (company-agnostic)').waitFor();
    await tab(page, 'Headers').click();
    await page.getByText('User and password').click();
    await field(page, 'User').fill('hooks');
    await field(page, 'Password').fill('pl4nted-password');
    await page.getByLabel('Send X-Service-ClientId').check();
    await button(page, 'Add header').click();
    await field(page, 'Name of header 1').fill('Webhook-Id');
    await field(page, 'Value of header 1').fill('gold-tier');
    await page.getByText("The header Webhook-Id can't be set").waitFor();
    expect(await button(page, 'Set headers').isDisabled()).toBe(true);
    await expectAccessible(page);
    await field(page, 'Name of header 1').fill('X-Tier');
    await button(page, 'Set headers').click();
    await button(page, 'Show value of Authorization in full').click();
    await page.getByText(`Basic ${btoa('hooks:pl4nted-password')}`).waitFor();
    // What is set is checked, and says how it is changed.
    const clientId = page.getByRole('checkbox', {
      name: 'Send X-Service-ClientId',
      description: /^Set already/,
    });
    expect([await clientId.isChecked(), await clientId.isDisabled()]).toEqual([true, true]);

    await tab(page, 'Testing').click();
    await button(page, 'Send event').click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    const received = page.getByRole('table', { name: 'Received headers' });
    for (const name of ['Authorization', 'X-Service-ClientId', 'X-Tier']) {
      await received.getByRole('cell', { name, exact: true }).waitFor();
    }
    await expect.poll(() => page.getByText('Signature valid').count()).toBe(2);
    await expectAccessible(page);
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain('pl4nted');
    expect(await page.content()).not.toContain('pl4nted');
  });

  it('show their health and channels, and are changed and deleted', async () => {
    const host = await testHost();
    const company = { name: 'Acme Bakery', tags: { region: 'eu' } };
    const { body: acme } = await host.api('POST', '/companies', company);
    const endpoint = await endpointAtReceiver(host, { companyId: acme.id, companyTags: ['region:eu'] });
    await host.desk('PUT', '/api/receiver/answer', { statusCode: 503, delayMs: 0 });
    const page = await open(host, '/endpoints');
    await page.getByRole('cell', { name: 'Acme Bakery' }).waitFor();
    await field(page, 'Find endpoints').fill('nobody');
    await page.getByText('None of 1 endpoint matches.').waitFor();
    await field(page, 'Find endpoints').fill('bakery');
    await page.waitForURL(/\?q=bakery$/);
    await page.getByRole('cell', { name: 'Acme Bakery' }).waitFor();
    await host.desk('POST', '/api/events', { eventType: 'read.completed', companyId: acme.id });
    await page.getByRole('cell', { name: 'Failing' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: endpoint.url.replace('http://', '') }).click();
    await page.getByText(acme.id).waitFor();
    await page.getByText(/A failure after .* disables the endpoint/).waitFor();
    await page.getByRole('img', { name: /^Response time of/ }).waitFor();
    await field(page, 'Messages per second').fill('5');
    await button(page, 'Save limit').click();
    await page.getByText('Rate limit: 5 messages/s.').waitFor();
    await button(page, 'Edit channels…').click();
    await page.getByRole('button', { name: `Remove ${acme.id}` }).click();
    await button(page, 'Save channels').click();
    await page.getByText('All companies (company-agnostic)').waitFor();

    await button(page, 'Disable endpoint').click();
    await page.getByText('A person disabled it.').waitFor();
    await page.getByText(/^1 waiting delivery will be cancelled on /).waitFor();
    if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/disabled.png` });
    await expectAccessible(page);
    await tab(page, 'Message log').click();
    await button(page, 'Recover or replay…').click();
    expect(await button(page, 'Recover').isDisabled()).toBe(true);
    await host.desk('POST', '/api/events', { eventType: 'company.created' });
    await host.desk('PUT', '/api/receiver/answer', { statusCode: 200, delayMs: 0 });
    await button(page, 'Enable endpoint').click();
    await page.getByLabel('Replay missed messages').check();
    await button(page, 'Replay').click();
    await page.getByText('1 delivery created').waitFor();
    await page.getByRole('row', { name: /company\.created.*Delivered/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Endpoints' }).first().click();
    await page.getByRole('cell', { name: '100 %' }).waitFor();
    await page.goBack();
    await tab(page, 'Overview').click();
    await button(page, 'Delete endpoint…').click();
    await page.getByText(/will be cancelled|No deliveries are waiting/).waitFor();
    await button(page, 'Delete endpoint').click();
    await page.getByText('No endpoints yet').waitFor();
  });

  it('have a secret that is shown on request, and rotated', async () => {
    const host = await testHost();
    const endpoint = await endpointAtReceiver(host);
    const secret = async () => (await host.desk('GET', `/api/endpoints/${endpoint.id}/secret`)).body.secret;
    const before = await secret();
    const page = await open(host, `/endpoints/${endpoint.id}?tab=secret`);
    await page.getByText('Known to the consumer and the service only').waitFor();
    expect(await page.content()).not.toContain(before);
    await button(page, 'Show signing secret in full').click();
    await page.getByText(before).waitFor();
    await expectAccessible(page);
    await button(page, 'Rotate secret…').click();
    await page.getByText('every message is signed with both secrets').waitFor();
    await button(page, 'Rotate secret').click();
    await expect.poll(() => page.getByText(before).count()).toBe(0);
    await button(page, 'Show signing secret in full').click();
    await page.getByText(await secret()).waitFor();
  });

  it('get their headers in a case, checked by a test event, and a firewall check recorded', async () => {
    const host = await testHost();
    const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme' });
    const page = await open(host, `/cases/${found.id}/headers`);
    await button(page, 'Create endpoint…').click();
    await button(page, 'Use built-in receiver').click();
    await button(page, 'All except writes (14)').click();
    await button(page, 'Create endpoint').click();

    await page.getByText('The endpoint does not send X-Service-ClientId').waitFor();
    await page.getByText('Bearer token').click();
    await field(page, 'Token').fill('pl4nted.token');
    await page.getByLabel('Send X-Service-ClientId').check();
    await button(page, 'Set headers').click();
    await button(page, 'Remove Authorization').waitFor();
    await button(page, 'Send test event').click();
    await page.getByText('All headers correct').waitFor();
    await page
      .getByRole('table', { name: 'Received headers' })
      .getByRole('cell', { name: 'Authorization', exact: true })
      .waitFor();
    await expectAccessible(page);

    await button(page, 'Check firewall…').click();
    await field(page, 'Firewall rules').fill('4.159.114.108/32\n20.117.190.191/32\n');
    await button(page, 'Check rules').click();
    await page.getByText('Both source IPs allowed').waitFor();
    await expectAccessible(page);
    const { body: entries } = await host.desk('GET', `/api/cases/${found.id}/entries`);
    const kinds = entries.results.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['headers.set', 'headers.checked', 'firewall.checked']));
    expect(JSON.stringify(entries)).not.toContain('pl4nted');
  });

  it('of a remote target have their headers planned, pasted manually and compared with received ones', async () => {
    const host = await testHost();
    const target = await startRemote();
    const { body: added } = await host.desk('POST', '/api/targets', { name: 'production', ...target });
    const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', targetId: added.id });
    const page = await open(host, `/cases/${found.id}/headers`, /409/);
    await page.getByLabel('Send X-Service-ClientId').check();
    await button(page, 'Plan headers').click();
    await page.getByText('Open the management portal of "production"').waitFor();
    await button(page, 'Trigger event…').click();
    await page.getByRole('dialog').getByText('POST /companies').waitFor();
    await button(page, 'Send these 2 calls').click();
    await page.getByText('paste the received headers').waitFor();
    await field(page, 'Received headers').fill(`webhook-id: msg_1\nX-Service-ClientId: ${target.clientId}\n`);
    await button(page, 'Compare with plan').click();
    await page.getByText('All headers correct').waitFor();
    await expectAccessible(page);
  });
});

/** As much of a remote service as the set-up of headers asks for. */
const startRemote = async () => {
  const webhook = {
    id: '1f8fad5b-d9cb-469f-a165-70867728950e',
    url: 'https://acme.example/hooks',
    eventTypes: ['company.created'],
    disabled: false,
    companyTags: [],
  };
  const answers: Readonly<Record<string, unknown>> = {
    'GET /webhooks': { results: [webhook] },
    'GET /profile': { name: 'Acme', redirectUrl: '', confirmCompanyName: false },
    'POST /companies': { id: '2f8fad5b-d9cb-469f-a165-70867728950e', name: 'for a moment' },
  };
  const server = createServer((request, response) => {
    const answer = answers[`${request.method} ${request.url}`];
    response
      .writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' })
      .end(answer === undefined ? undefined : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'their-key',
    clientId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  };
};
