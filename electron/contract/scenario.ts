import { type Static, type TProperties, Type } from 'typebox';
import { Closed, OneOf, VisibleName } from './common.ts';
import { ruleTypes } from './legacy.ts';
import { deliveryStatuses } from './message.ts';
import { RequestPath } from './request-log.ts';
import { fixtureLimits, tokenBehaviours } from './sandbox.ts';

/** Scenarios: timed steps on virtual time, in a file. Source: `docs/reference/rules/scenarios.md`. */

/** What the files of scenarios end with. */
export const scenarioExtension = '.scenario.json';

export const scenarioLimits = {
  /** Of the file. */
  bytes: 4 * 1_048_576,
  /** Of the steps of setup, and of those after it. */
  steps: 1000,
  /** From the start to the last step. */
  days: 400,
} as const;

/** What a name given by `as` stands for. */
export type ScenarioKind = 'company' | 'connection' | 'tokens' | 'consumer' | 'endpoint' | 'rule';

const Name = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$',
  description: 'A name that begins with a letter and has letters, digits, - and _ only, at most 40.',
});
const Duration = Type.String({ minLength: 1, maxLength: 40 });
const EventType = Type.String({ minLength: 1, maxLength: 200 });
const PlatformKey = Type.String({
  pattern: '^[a-z]{4}$',
  description: 'A platform key of four letters, such as gbol.',
});
const DataType = Type.String({ pattern: '^[A-Za-z]{1,60}$', description: 'A data type, such as invoices.' });
const given = { as: Type.Optional(Name) };
const many = Type.Integer({ minimum: 0, maximum: 100_000 });
/** Exactly so many, or at least so many; without either, at least one. */
const counted = { count: Type.Optional(many), atLeast: Type.Optional(many) };

const Fault = Closed({
  status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 120_000 })),
  silent: Type.Optional(Type.Boolean()),
  method: Type.Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  times: Type.Optional(Type.Integer({ minimum: 1 })),
});

const fieldsOfActions = {
  company: { ...given, name: VisibleName },
  connection: { ...given, company: Name, platformKey: PlatformKey },
  issueTokens: { ...given, platformKey: PlatformKey, behaviour: Type.Optional(OneOf(tokenBehaviours)) },
  authorize: { connection: Name, tokens: Name },
  revoke: { connection: Name },
  disconnect: { connection: Name },
  sync: { company: Name, dataType: Type.Optional(DataType) },
  push: { connection: Name, dataType: DataType, record: Type.Object({}, { maxProperties: 1000 }) },
  publish: {
    eventType: EventType,
    company: Type.Optional(Name),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  consumer: { ...given },
  respond: {
    consumer: Name,
    statusCode: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    connection: Type.Optional(OneOf('reset', 'silent')),
    body: Type.Optional(Type.String({ maxLength: fixtureLimits.bodyLength })),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  endpoint: {
    ...given,
    consumer: Name,
    eventTypes: Type.Optional(Type.Array(EventType, { minItems: 1, maxItems: 200 })),
    company: Type.Optional(Name),
  },
  enable: { endpoint: Name },
  disable: { endpoint: Name },
  rotateSecret: { endpoint: Name },
  recover: { endpoint: Name, since: Type.Optional(Duration) },
  replay: { endpoint: Name, since: Type.Optional(Duration) },
  fault: { faults: Type.Array(Fault, { maxItems: 20 }) },
  rule: { ...given, type: OneOf(ruleTypes), consumer: Name, company: Type.Optional(Name) },
  cutover: { ...given },
  undoCutover: {},
  note: { text: Type.String({ minLength: 1, maxLength: 500 }) },
  expectDeliveries: {
    ...counted,
    endpoint: Type.Optional(Name),
    company: Type.Optional(Name),
    eventType: Type.Optional(EventType),
    status: Type.Optional(OneOf(deliveryStatuses)),
  },
  expectMessages: { ...counted, company: Type.Optional(Name), eventType: Type.Optional(EventType) },
  expectReceived: {
    ...counted,
    consumer: Name,
    eventType: Type.Optional(EventType),
    statusCode: Type.Optional(Type.Integer({ minimum: 0, maximum: 599 })),
    kind: Type.Optional(OneOf('message', 'alert')),
    distinct: Type.Optional(Type.Boolean()),
  },
  expectRequests: {
    ...counted,
    method: Type.Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
    path: RequestPath,
    statusCode: Type.Optional(Type.Integer({ minimum: 0, maximum: 599 })),
  },
  expectEndpoint: { endpoint: Name, disabled: Type.Boolean() },
  expectConnection: { connection: Name, status: OneOf('PendingAuth', 'Linked', 'Unlinked', 'Deauthorized') },
  expectData: { company: Name, dataType: DataType, status: Type.String({ pattern: '^[A-Za-z]{1,40}$' }) },
} satisfies Record<string, TProperties>;

type Fields = typeof fieldsOfActions;
export type ScenarioAction = keyof Fields;
export const scenarioActions = Object.keys(fieldsOfActions) as ScenarioAction[];

/** One step: an action with its fields. `at` is left out in setup, and where it is the instant of the step before. */
export type StepOf<A extends ScenarioAction> = {
  [K in A]: Static<ReturnType<typeof Closed<Fields[K]>>> & { readonly do: K; readonly at?: string };
}[A];
export type ScenarioStep = StepOf<ScenarioAction>;

/** What each action makes under the name in `as`. */
export const scenarioMakes: Partial<Record<ScenarioAction, ScenarioKind>> = {
  company: 'company',
  connection: 'connection',
  issueTokens: 'tokens',
  consumer: 'consumer',
  endpoint: 'endpoint',
  rule: 'rule',
  cutover: 'endpoint',
};

/** Fields that name what an earlier step made. `respond` has a field `connection` that is none. */
export const scenarioReferences = ['company', 'connection', 'tokens', 'consumer', 'endpoint'] as const;

const stepSchemas = new Map(
  Object.entries(fieldsOfActions).map(([action, fields]) => [
    action,
    {
      setup: Closed({ do: Type.Literal(action), ...fields }),
      steps: Closed({ do: Type.Literal(action), at: Type.Optional(Duration), ...fields }),
    },
  ]),
);

/** The closed schema of a step, by its action: so that problems name the fields of what was meant. */
export const stepSchema = (part: 'setup' | 'steps', action: string) => stepSchemas.get(action)?.[part];

const BegunStep = Type.Object({ do: OneOf(scenarioActions) });
const StepList = Type.Array(BegunStep, { maxItems: scenarioLimits.steps });

/** Everything but the fields of each step. */
export const ScenarioHead = Closed({
  name: VisibleName,
  title: Type.Optional(VisibleName),
  description: Type.Optional(Type.String({ maxLength: 4000 })),
  state: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9 _-]{0,62}(\\.carryover-state)?$',
      description: 'The name of a state, or of a .carryover-state file in the folder of the scenario.',
    }),
  ),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  setup: Type.Optional(StepList),
  steps: StepList,
});

export interface Scenario extends Omit<Static<typeof ScenarioHead>, 'setup' | 'steps'> {
  readonly setup?: readonly ScenarioStep[];
  readonly steps: readonly ScenarioStep[];
}
