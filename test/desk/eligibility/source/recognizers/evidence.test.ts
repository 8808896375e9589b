import { expect, it } from 'vitest';
import { evidenceOf } from '#desk/eligibility/source/recognizers/evidence.ts';
import {
  holderScore,
  isMessageCall,
  isRouteParameter,
} from '#desk/eligibility/source/recognizers/rule-id-holders.ts';

it('tells what a file imports from what it names', () => {
  const label = evidenceOf('a.js', "import { ESLint } from 'eslint';").contrary()?.label ?? '';
  const imports = (text: string): boolean => evidenceOf('a.js', text).isImported(label);
  expect(imports("import { ESLint } from 'eslint';")).toBe(true);
  expect(imports("const { ESLint } = require('eslint');")).toBe(true);
  expect(imports('new ESLint();')).toBe(false);
});

it('finds words in a stretch, in the file, and in its path', () => {
  const evidence = evidenceOf('src/hooks/a.js', 'one\ntwo\nthree');
  expect([
    evidence.hasWord(/^two$/),
    evidence.hasWord(/^two$/, { first: 2, last: 2 }),
    evidence.hasWord(/^two$/, { first: 3, last: 9 }),
  ]).toEqual([true, true, false]);
  expect([
    evidence.hasWord(/^hooks$/),
    evidence.hasWord(/^hooks$/, { first: 1, last: 9 }),
    evidence.hasWord(/^none$/),
  ]).toEqual([true, false, false]);
});

/** What a property is read from: how much it speaks for a body; whether it is a route's, in JavaScript and in Ruby; whether it speaks to people. */
const holders: readonly (readonly [names: string, said: string])[] = [
  ['body', '2 - -'],
  ['$body', '2 - -'],
  ['req.body', '2 - -'],
  ['payload', '2 - -'],
  ['webhookBody', '0 - -'],
  ['alert', '2 - -'],
  ['alerts', '2 - -'],
  ['event', '0.5 - -'],
  ['data', '0.5 route route'],
  ['x', '0.5 - -'],
  ['rule', '-2.5 - -'],
  ['finding', '-2.5 - -'],
  ['results.messages', '0 - -'],
  ['params', '0.5 route -'],
  ['req.params', '0.5 route -'],
  ['query', '0 route route'],
  ['req.query', '0 route route'],
  ['$_GET', '0 route route'],
  ['props', '0 route route'],
  ['opts', '0 - -'],
  ['a.props', '0 route route'],
  ['searchParams', '0 route route'],
  ['useParams', '0 route route'],
  ['match', '-2.5 - -'],
  ['vars', '0 - -'],
  ['mux.Vars', '0 route route'],
  ['param', '0 route route'],
  ['req.param', '0 route route'],
  ['body.get', '1.5 - -'],
  ['replace', '0 route route'],
  ['logger', '0 - - speaks'],
  ['logger.info', '0 - - speaks'],
  ['console.log', '0 - - speaks'],
  ['t', '0 - - speaks'],
  ['i18n.t', '0 - - speaks'],
  ['x.t', '0 - - speaks'],
  ['log.get', '0 - -'],
  ['test', '0 - - speaks'],
  ['describe', '0 - - speaks'],
  ['assertEquals', '0 - - speaks'],
  ['counter.labels', '0 route route speaks'],
  ['error', '-2.5 - - speaks'],
  ['body.error', '1.5 - - speaks'],
  ['this', '0 - -'],
  ['self.body', '2 - -'],
  ['_', '0 - -'],
  ['$json', '2 - -'],
  ['$', '0 - -'],
  ['it', '0.5 - - speaks'],
  ['unknown', '0 - -'],
  ['a.b.c', '0 - -'],
  ['rules', '-2.5 - -'],
  ['hook!', '2 - -'],
  ['@event', '0.5 - -'],
];

it.each(holders)('%s', (names, said) => {
  const holder = names.split('.').filter((name) => name !== '');
  const routes = ['javascript', 'ruby'].map((language) =>
    isRouteParameter(holder, language) ? ' route' : ' -',
  );
  expect(`${holderScore(holder)}${routes.join('')}${isMessageCall(holder) ? ' speaks' : ''}`).toBe(said);
});
