import { readFileSync } from 'node:fs';
import type { Person } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import type { startDesk } from './start-desk.ts';

/** What a browser was opened with: an address, or a page that leads on to it. */
const addressIn = (opened: string): URL => {
  if (!opened.startsWith('file:')) return new URL(opened);
  const [, href = ''] = /href="([^"]+)"/.exec(readFileSync(new URL(opened), 'utf8')) ?? [];
  return new URL(href.replaceAll('&amp;', '&'));
};

/** The browser goes back to the program that wants to be signed in. @returns the page that it gets */
export const goBack = async (opened: string, response: Record<string, string>): Promise<string> => {
  const asked = addressIn(opened).searchParams;
  const back = new URLSearchParams({ ...response, state: asked.get('state') ?? '' });
  return (await fetch(`http://127.0.0.1:${asked.get('port')}/?${back}`)).text();
};

/** Ada, who may all on a desk, and her browser, in which she is signed in on its page. */
export const personInBrowser = async ({ call, deskUrl }: Awaited<ReturnType<typeof startDesk>>) => {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(deskUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return JSON.parse(await response.text());
  };
  const grants = ['admin', 'engineer'].map((role) => ({ role, scope: 'desk' }));
  const ada = { login: 'ada@desk.example', name: 'Ada', grants };
  const { body: person } = await call('POST', '/api/people', ada);
  const { body: issued } = await call('POST', `/api/people/${person.id}/tokens`, { name: 'page' });
  const { session } = await post('/api/session', { token: issued.token });
  return {
    /** She agrees to what the browser was opened with. */
    async agree(opened: string): Promise<string> {
      const asked = addressIn(opened).searchParams;
      const of = (key: string): string => asked.get(key) ?? '';
      const request = { challenge: of('challenge'), name: of('name') };
      const { code } = await post('/api/session/app-codes', request, { [sessionHeader]: session });
      return goBack(opened, { code });
    },
    /** Of programs. */
    async tokens() {
      const { body } = await call('GET', '/api/people');
      const [found] = body.results as readonly Person[];
      return found?.tokens.filter(({ name }) => name !== 'page') ?? [];
    },
  };
};
