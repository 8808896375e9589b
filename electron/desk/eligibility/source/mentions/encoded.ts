import type { MentionSubject } from '#contract/eligibility.ts';
import { spansOf, type TextSpan } from './text-span.ts';

/** Key words as they stand in code that decodes them: Base64, hexadecimal or decimal codes, turned round, ROT13. */

const spellings: Readonly<Partial<Record<MentionSubject, readonly string[]>>> = {
  'rule-id': ['RuleId', 'RuleID', 'ruleId', 'ruleID', 'rule_id', 'RULE_ID'],
  'client-id-header': ['X-Service-ClientId', 'x-service-clientid'],
  'retry-after': ['Retry-After', 'retry-after'],
  'alerts-endpoints': ['rules/alerts', '/rules/alerts', '/alerts'],
};

const codesOf = (word: string): number[] => [...word].map((letter) => letter.charCodeAt(0));
/** Without its last character, which may depend on what follows. */
const base64 = (word: string): string =>
  `(?<![\\w+/])${btoa(word)
    .replace(/=+$/, '')
    .slice(0, Math.floor((word.length * 4) / 3))}`;
/** `52756c65`, `0x52, 0x75`, `\\x52\\x75`, `52 75`. */
const hexadecimal = (word: string): string =>
  codesOf(word)
    .map((code) => [...code.toString(16)].map(eitherCase).join(''))
    .join('(?:[\\s,:]{0,4}(?:0x|\\\\x|&H|#)?)');
const eitherCase = (digit: string): string =>
  /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
/** `82, 117, 108`, `chr(82).chr(117)`. */
const decimal = (word: string): string => `(?<!\\d)${codesOf(word).join('\\D{1,16}')}(?!\\d)`;
const turned = (word: string): string => [...word].reverse().join('');
const rotated = (word: string): string =>
  word.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

const patterns = Object.entries(spellings).map(([subject, words]) => ({
  subject: subject as MentionSubject,
  pattern: new RegExp(
    words
      .flatMap((word) => [
        base64(word),
        hexadecimal(word),
        decimal(word),
        // The path's own letters, turned round, are common enough.
        ...(subject === 'alerts-endpoints' ? [] : [turned(word), rotated(word)]),
      ])
      .join('|'),
    'g',
  ),
}));

/** Parts that all of them have: of most files no more is asked. */
const hints =
  /nVsZ|VMRV9J|J1bGVz|L2FsZXJ0|ZXJ2aWNl|V0cnkt|117\D{1,16}1(?:08|01|05|14)|75\W{0,4}(?:0x|\\x)?6[cC5]|61\W{0,4}(?:0x|\\x)?6[cC]|5f\W{0,4}(?:0x|\\x)?(?:69|49)|7[24]\W{0,4}(?:0x|\\x)?7[26]|10[18]\D{1,16}1(?:14|16)|[dD][iI]_?[eE][lL]|dItneil|ditneil|retf[aA]|[eE]hyr[vV_]|EHYR_|Freivpr|freivpr|Ergel|ergel/;

/** Where a key word stands in another encoding. */
export const encodedSpans = (text: string): { subject: MentionSubject; spans: TextSpan[] }[] =>
  hints.test(text)
    ? patterns.map(({ subject, pattern }) => ({
        subject,
        spans: spansOf(text, pattern),
      }))
    : [];

/** Six letters of each word in Base64, turned round and in ROT13, as the look at bytes knows them. */
export const encodedWindows = [
  'nvszul',
  'nvszvp',
  'nvszxm',
  'jbgvzl',
  'lfszxj',
  'zxjawn',
  'vcnktq',
  'lvmrvj',
  'dielur',
  'ehyrvq',
  'itneil',
  'etfayr',
  'reivpr',
  'rgelns',
];

/** Whether a file may hold codes of characters of a key word; letters do not show them. */
export const mayHoldCodes = (bytes: Buffer): boolean =>
  bytes.includes('756c65') ||
  bytes.includes('756C65') ||
  ((bytes.includes('0x6c') || bytes.includes('0x6C')) && bytes.includes('0x65')) ||
  (bytes.includes('117') && bytes.includes('108') && bytes.includes('101')) ||
  bytes.includes('616c65727473') ||
  bytes.includes('616C65727473') ||
  // Of `X-Service-ClientId`, and of `Retry-After`.
  bytes.includes('6572766963') ||
  bytes.includes('7472792d') ||
  bytes.includes('7472792D');
