import { headerProblems } from '#contract/header-problems.ts';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { HeaderInput } from '#renderer/ui/header-inputs.tsx';

/** Values of the form. They hold secrets: kept in the form alone, until they are sent. */
export interface HeaderChoice {
  /** `keep`: Authorization stays as it is. */
  scheme: 'keep' | 'basic' | 'bearer' | 'raw';
  user: string;
  password: string;
  token: string;
  value: string;
  clientId: boolean;
  others: HeaderInput[];
}

export const noChoice: HeaderChoice = {
  scheme: 'keep',
  user: '',
  password: '',
  token: '',
  value: '',
  clientId: false,
  others: [],
};

/** undefined: nothing chosen yet. */
export const requestOf = (choice: HeaderChoice): HeaderSetupRequest | undefined => {
  const authorization = authorizationOf(choice);
  const others = choice.others.filter(({ name, value }) => name !== '' || value !== '');
  if (authorization === undefined && !choice.clientId && others.length === 0) return undefined;
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(choice.clientId ? { clientId: true } : {}),
    ...(others.length === 0
      ? {}
      : { headers: others.map(({ name, value }) => ({ name: name.trim(), value })) }),
  };
};

const authorizationOf = ({
  scheme,
  user,
  password,
  token,
  value,
}: HeaderChoice): HeaderSetupRequest['authorization'] => {
  if (scheme === 'basic') return { scheme, user, password };
  if (scheme === 'bearer') return { scheme, token };
  return scheme === 'raw' ? { scheme, value } : undefined;
};

export interface ChoiceProblems {
  readonly authorization?: string | undefined;
  /** By the key of the row. */
  readonly others: ReadonlyMap<number, string>;
  /** Of all together. */
  readonly all?: string | undefined;
}

/** What the service would reject, found while it is typed. */
export const problemsOf = (choice: HeaderChoice): ChoiceProblems => {
  const filled = choice.others.filter(({ name }) => name.trim() !== '');
  const before = [
    ...(choice.scheme === 'keep'
      ? []
      : [{ name: carriedHeaders.auth as string, value: choice.scheme === 'raw' ? choice.value : '' }]),
    ...(choice.clientId ? [{ name: carriedHeaders.clientId as string, value: '' }] : []),
  ];
  const problems = headerProblems([
    ...before,
    ...filled.map(({ name, value }) => ({ name: name.trim(), value })),
  ]);
  const messageAt = (at: number): string | undefined =>
    problems.find(({ itemId }) => itemId === `headers.${at}`)?.message;
  return {
    authorization: authorizationProblem(choice) ?? (choice.scheme === 'keep' ? undefined : messageAt(0)),
    others: new Map(
      filled.flatMap(({ key }, at) => {
        const message = messageAt(before.length + at);
        return message === undefined ? [] : [[key, message] as const];
      }),
    ),
    all: problems.find(({ itemId }) => itemId === 'headers')?.message,
  };
};

const authorizationProblem = ({ scheme, user, token }: HeaderChoice): string | undefined => {
  if (scheme === 'basic' && user.includes(':')) return 'A user name cannot contain a colon.';
  if (scheme === 'bearer' && /^bearer\s/i.test(token)) return 'Leave out "Bearer": it is added.';
  return undefined;
};

/** Whether a required value is missing. */
export const isIncomplete = ({ scheme, user, token, value, others }: HeaderChoice): boolean =>
  (scheme === 'basic' && user === '') ||
  (scheme === 'bearer' && token === '') ||
  (scheme === 'raw' && value === '') ||
  others.some(({ name, value: text }) => name.trim() === '' && text !== '');
