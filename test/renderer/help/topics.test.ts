import { expect, it, vi } from 'vitest';
import { helpContents, sectionsOf, textOf } from '#packaging/help/pages.ts';
import { openCommand } from '#renderer/lib/open-command.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
interface Route {
  readonly path?: string;
  readonly children?: readonly Route[];
}
interface Topics {
  readonly screenTopics: readonly (readonly [screen: string, topic: string])[];
  readonly topicOf: (pathname: string, search: string) => string | undefined;
}
// Typed here: React's own types would make the types of elements in tests empty.
const { screens } = await vi.importActual<{ readonly screens: readonly Route[] }>('#renderer/app/routes.tsx');
const { screenTopics, topicOf } = await vi.importActual<Topics>('#renderer/app/help-topics.ts');

const pathsOf = (routes: readonly Route[], above = ''): readonly string[] =>
  routes.flatMap(({ path = '', children }) => {
    const full = path === '' ? above : `${above}/${path}`;
    return children === undefined ? [full || '/'] : pathsOf(children, full);
  });

const screenPaths = pathsOf(screens).filter((path) => path !== '/*' && path !== '/help/*');

it('has a topic for the "?" of every screen, and none for what is no screen', () => {
  expect(screenPaths.length).toBeGreaterThan(14);
  for (const path of screenPaths) {
    const address = path.replace(/\/:part\?|\/\*/, '').replaceAll(/:\w+/g, 'x');
    expect([path, topicOf(address, '')]).toEqual([path, expect.any(String)]);
  }
  expect(topicOf('/nowhere', '')).toBeUndefined();
  expect(topicOf('/help/guides/reports', '')).toBeUndefined();
  expect(topicOf('/cases/x/cutover', '?stage=rehearsed')).toBe('guides/webhook-migration#compare');
  const isRoute = (screen: string): boolean => {
    const path = screen.replace(/\?\w+=\w+$/, '');
    return screenPaths.some((route) => route === path || path.startsWith(route.replace(/(:part\?|\*)$/, '')));
  };
  expect(screenTopics.filter(([screen]) => !isRoute(screen))).toEqual([]);
});

it('leads to pages and places that exist', () => {
  const pages = helpContents().flatMap(({ pages }) => pages.map(({ path }) => path));
  const places = new Set(pages.flatMap((path) => sectionsOf(path, textOf(path)).map(({ id }) => id)));
  const missing = screenTopics.filter(
    ([, topic]) => !(topic.includes('#') ? places.has(topic) : pages.includes(topic)),
  );
  expect(missing).toEqual([]);
});

it('says the command that opens the page again, with its folder as a shell reads it', () => {
  expect(openCommand('carryover', undefined)).toBe('carryover open');
  expect(openCommand('carryover', '/srv/data')).toBe('carryover open --data /srv/data');
  expect(openCommand('carryover', "/home/jo/Jo's $data")).toBe(
    "carryover open --data '/home/jo/Jo'\\''s $data'",
  );
  expect(openCommand('carryover', 'C:\\My data')).toBe('carryover open --data "C:\\My data"');
});
