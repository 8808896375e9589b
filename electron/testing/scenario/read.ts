import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { fileProblem } from '#base/file-problem.ts';
import { toItems } from '#base/http/validation-items.ts';
import { validatorCompiler } from '#base/http/validator.ts';
import { parseBounded } from '#base/json/parse-bounded.ts';
import { packageRoot } from '#base/package-root.ts';
import {
  type Scenario,
  ScenarioHead,
  type ScenarioStep,
  scenarioExtension,
  scenarioLimits,
  stepSchema,
} from '#contract/scenario.ts';
import { ScenarioError } from '#testing/scenario-error.ts';
import type { ScenarioProblem } from '#testing/types.ts';
import { orderProblems } from './order.ts';

/** A scenario that was looked through: its steps can be taken one after the other. */
export interface ReadScenario {
  readonly scenario: Scenario;
  /** Its file, or what stands for it, for messages. */
  readonly source: string;
  /** Of its file, where a state may lie beside it. */
  readonly folder?: string;
}

/** What ships with the product. */
export const shippedScenarios = ['consumer-outage', 'rotation-race', 'failed-cutover'] as const;

const bounds = { values: 500_000 };

/**
 * @param given a scenario, the path of its file, or the name of one that ships with the product
 * @throws ScenarioError with every problem
 */
export const readScenario = (given: string | object): ReadScenario => {
  if (typeof given !== 'string') return { scenario: checked(given, 'The scenario'), source: 'The scenario' };
  const path = pathOf(given);
  return { scenario: checked(parsed(path), path), source: path, folder: dirname(path) };
};

export const isShipped = (given: string): boolean => shippedScenarios.some((name) => name === given);

const pathOf = (given: string): string =>
  isShipped(given)
    ? join(packageRoot(), 'resources', 'scenarios', given + scenarioExtension)
    : resolve(given);

const parsed = (path: string): unknown => {
  const refuse = (message: string, cause?: unknown): never => {
    throw new ScenarioError(path, [{ message }], { cause });
  };
  let text = '';
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return refuse('It is not a file.');
    if (stats.size > scenarioLimits.bytes) return refuse('It has more than 4 MiB, which no scenario needs.');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    const names = shippedScenarios.join(', ');
    return refuse(
      `It can't be read: ${fileProblem(error)}. Give the path of a file, or one of: ${names}.`,
      error,
    );
  }
  try {
    return parseBounded(text.replace(/^\uFEFF/, ''), bounds);
  } catch (error) {
    return refuse(`It is not JSON: ${(error as Error).message}`, error);
  }
};

const checked = (value: unknown, source: string): Scenario => {
  const problems = shapeProblems(value);
  if (problems.length > 0) throw new ScenarioError(source, problems);
  const scenario = value as Scenario;
  const wrong = orderProblems(scenario);
  if (wrong.length > 0) throw new ScenarioError(source, wrong);
  return scenario;
};

const parts = ['setup', 'steps'] as const;

/** By its number from 1, as a person counts. */
export const stepName = (part: (typeof parts)[number], index: number): string =>
  `${part === 'setup' ? 'setup' : 'step'} ${index + 1}`;

const shapeProblems = (value: unknown): ScenarioProblem[] => {
  const head = fieldProblems(ScenarioHead, value, 'scenario').map(({ itemId, message }) =>
    inStep(itemId, message),
  );
  if (head.length > 0) return head;
  const scenario = value as Scenario;
  return parts.flatMap((part) =>
    (scenario[part] ?? []).flatMap((step: ScenarioStep, index) =>
      fieldProblems(stepSchema(part, step.do) as TSchema, step, 'step').map(({ itemId, message }) => ({
        step: stepName(part, index),
        ...(itemId === 'step' ? {} : { field: itemId }),
        message,
      })),
    ),
  );
};

/** `steps.2.do` is the field `do` of step 3. */
const inStep = (itemId: string, message: string): ScenarioProblem => {
  const [part = '', index, ...fields] = itemId.split('.');
  if ((part !== 'setup' && part !== 'steps') || index === undefined) {
    return itemId === 'scenario' ? { message } : { field: itemId, message };
  }
  const field = fields.join('.');
  return {
    step: stepName(part, Number(index)),
    ...(field === '' ? {} : { field }),
    message: message.replace(itemId, () => (field === '' ? 'It' : field)),
  };
};

const fieldProblems = (schema: TSchema, value: unknown, whole: string) => {
  const validate = validatorCompiler({ schema, httpPart: 'body', method: '', url: '' });
  const result = validate(value) as true | { readonly error: readonly ErrorObject[] };
  return result === true ? [] : toItems(result.error, whole);
};
