/** The page of another local server, which tries every way that a browser has to get at the desk. */

const script = `
const seen = { storage: JSON.stringify({ ...localStorage }), cookie: document.cookie };
const note = async (name, work) => {
  seen[name] = await work().catch((error) => 'failed: ' + error);
};
const text = async (asking) => {
  const answer = await asking;
  return answer.type + ' ' + answer.status + ' ' + (await answer.text());
};
const loaded = (element, name) =>
  note(name, () => new Promise((resolve) => {
    element.onload = () => resolve('loaded');
    element.onerror = () => resolve('error');
    document.body.append(element);
  }));
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

const attack = async () => {
  const keys = desk + '/api/keys';
  await note('cors', () => text(fetch(keys, { credentials: 'include' })));
  await note('no-cors', () => text(fetch(keys, { credentials: 'include', mode: 'no-cors' })));
  await note('header', () => text(fetch(keys, { headers: { 'x-carryover-session': 'x' } })));
  const body = JSON.stringify({ path: '/etc/shadow' });
  for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
    for (const mode of ['cors', 'no-cors']) {
      const sent = { method: 'POST', credentials: 'include', mode, headers: { 'content-type': type }, body };
      await note(mode + ' ' + type, () => text(fetch(desk + '/api/cases/' + caseId + '/attachments', sent)));
    }
  }
  // What the browser sends to our own server below the desk's own paths, that server may send on.
  await note('own', () => text(fetch('/api/keys', { credentials: 'include' })));
  await loaded(make('img', { src: keys }), 'img');
  await loaded(make('script', { src: keys }), 'script');
  const frame = make('iframe', { src: keys });
  await loaded(frame, 'iframe');
  await note('in the iframe', async () => frame.contentDocument?.body.textContent ?? 'closed');
  await note('stream', () => new Promise((resolve) => {
    const source = new EventSource(desk + '/api/stream', { withCredentials: true });
    source.onopen = () => resolve('open');
    source.onerror = () => resolve('error');
  }));
  // A form, which a browser sends anywhere: into a frame, so that this page stays.
  const target = make('iframe', { name: 'into' });
  const form = make('form', { method: 'post', action: desk + '/api/reset', target: 'into' });
  document.body.append(target, form);
  await note('form', () => new Promise((resolve) => {
    target.onload = () => resolve('loaded');
    form.submit();
  }));
  return seen;
};
window.seen = attack();
`;

/** Its `window.seen` comes to what each way brought, by its name. */
export const otherPage = (desk: string, caseId: string): string =>
  `<!doctype html><title>Other</title><body>Other<script>const desk = ${JSON.stringify(desk)}, caseId = ${JSON.stringify(caseId)};${script}</script></body>`;
