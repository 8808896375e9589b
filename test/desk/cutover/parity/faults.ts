import type { RuleType } from '#contract/legacy.ts';
import type { ParityFault } from '#contract/parity.ts';
import { ruleMappings } from '#contract/property-mapping.ts';
import type { Sent } from './sent.ts';
import { uuid } from './world.ts';

/** Faults of a cutover, each made in what a correct one sends. */

export interface Chance {
  /** Everything that is sent; to be changed. */
  readonly sent: Sent[];
  /** A number below the given one. */
  below(limit: number): number;
}

export interface SeededFault {
  readonly name: string;
  /** One of these must be among the findings. */
  readonly found: readonly ParityFault[];
  /** false: it can't show in what was sent. */
  make(chance: Chance): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of any form are changed
type Json = Record<string, any>;

const messages = (sent: readonly Sent[]): Sent[] => sent.filter(({ side }) => side === 'new');
const alertsOf = (sent: readonly Sent[], { event, url }: Sent): Sent[] =>
  sent.filter((one) => one.side === 'legacy' && one.event === event && one.url === url);
/** Its endpoint is the only one at its URL that it goes to. */
const isAlone = (sent: readonly Sent[], { event, url }: Sent): boolean =>
  messages(sent).filter((one) => one.event === event && one.url === url).length === 1;

/** A message that stands for at least one alert, and comes once. */
const pick = (
  { sent, below }: Chance,
  isWanted: (message: Sent, alerts: readonly Sent[]) => boolean = () => true,
): Sent | undefined => {
  const wanted = messages(sent).filter((one) => {
    const alerts = alertsOf(sent, one);
    return alerts.length > 0 && isAlone(sent, one) && isWanted(one, alerts);
  });
  return wanted[below(wanted.length)];
};

const removeAll = (sent: Sent[], isGone: (one: Sent) => boolean): void => {
  sent.splice(0, sent.length, ...sent.filter((one) => !isGone(one)));
};

const onOne =
  (
    change: (message: Sent, chance: Chance) => unknown,
    isWanted?: (message: Sent, alerts: readonly Sent[]) => boolean,
  ) =>
  (chance: Chance): boolean => {
    const message = pick(chance, isWanted);
    if (message === undefined) return false;
    return change(message, chance) !== false;
  };

const payload = ({ body }: Sent): Json => body.payload as Json;
const typeOf = ({ body }: Sent): string => String(body.eventType);
const isRead = (one: Sent): boolean => typeOf(one).startsWith('read.completed');
const hasType =
  (...types: string[]) =>
  (_: Sent, alerts: readonly Sent[]): boolean =>
    alerts.some(({ ruleType = '' }) => types.includes(ruleType));

const otherId = uuid(0xdead);

/** Where the values of the alerts of a message are in it, with whether it is an identity. */
const placesOf = (alerts: readonly Sent[]): { readonly to: string; readonly from: string }[] =>
  alerts.flatMap(({ ruleType, body }) =>
    ruleMappings[ruleType as RuleType].properties.flatMap(({ from, to }) => {
      if (to === undefined || to.startsWith('header:') || !to.startsWith('payload')) return [];
      const value = from.split('.').reduce<unknown>((held, step) => (held as Json | undefined)?.[step], body);
      return value === undefined || value === null ? [] : [{ from, to }];
    }),
  );

/** Changes every value at a place of the new body. */
const changeAt = (body: Json, to: string, change: (holder: Json, key: string) => void): void => {
  const steps = to.split('.');
  const key = steps.pop() as string;
  let holders: Json[] = [body];
  for (const step of steps) {
    holders = step.endsWith('[]')
      ? holders.flatMap((holder) => holder[step.slice(0, -2)] ?? [])
      : holders.flatMap((holder) => (holder[step] === undefined ? [] : [holder[step]]));
  }
  for (const holder of holders) change(holder, key);
};

const idPlaces = ['payload.connection.id', 'payload.connectionId', 'payload.dataTypes[].connectionId'];
const operationPlaces = ['payload.id', 'payload.syncId'];
const conditionPlaces = ['payload.dataTypes[].status'];
const isPlain = (to: string): boolean =>
  ![...idPlaces, ...operationPlaces, ...conditionPlaces, 'payload.referenceCompany.id'].includes(to);

export const seededFaults: readonly SeededFault[] = [
  {
    name: 'an event is missing',
    found: ['missing-occurrence'],
    make: onOne(({ event }, { sent }) => removeAll(sent, (one) => one.side === 'new' && one.event === event)),
  },
  {
    name: 'one delivery is missing',
    found: ['missing-occurrence'],
    make: onOne((message, { sent }) => removeAll(sent, (one) => one === message)),
  },
  {
    name: 'the first read is missing',
    found: ['missing-occurrence'],
    make: onOne(
      ({ event }, { sent }) => removeAll(sent, (one) => one.side === 'new' && one.event === event),
      hasType('New company synchronized'),
    ),
  },
  {
    name: 'an event type is lost',
    found: ['missing-event-type'],
    make: onOne((message, { sent }) =>
      removeAll(
        sent,
        (one) => one.side === 'new' && one.url === message.url && typeOf(one) === typeOf(message),
      ),
    ),
  },
  {
    name: 'a message is about another company',
    found: ['wrong-company'],
    make: onOne(
      (message) => {
        payload(message).referenceCompany.id = otherId;
      },
      (message) => payload(message).referenceCompany !== undefined,
    ),
  },
  {
    name: 'two messages have their companies swapped',
    found: ['wrong-company'],
    make: onOne(
      (message, chance) => {
        const other = pick(
          chance,
          (one) =>
            one.url === message.url &&
            payload(one).referenceCompany !== undefined &&
            payload(one).referenceCompany.id !== payload(message).referenceCompany.id,
        );
        if (other === undefined) return false;
        const [one, two] = [payload(message), payload(other)];
        [one.referenceCompany, two.referenceCompany] = [two.referenceCompany, one.referenceCompany];
        return true;
      },
      (message) => payload(message).referenceCompany !== undefined,
    ),
  },
  {
    name: 'a message comes twice under the same id',
    found: ['sent-twice'],
    make: onOne((message, { sent }) => sent.push({ ...message, at: message.at + 900 })),
  },
  {
    name: 'a message comes twice under the same id, answered nobody knows how',
    found: ['sent-twice'],
    make: onOne((message, { sent }) => {
      delete message.statusCode;
      sent.push({ ...message, at: message.at + 900 });
    }),
  },
  {
    name: 'a message comes twice under a new id',
    found: ['sent-twice'],
    make: onOne((message, { sent }) => {
      const headers = { ...message.headers, 'webhook-id': 'msg_again' };
      sent.push({ ...message, at: message.at + 900, headers, body: { ...message.body, id: otherId } });
    }),
  },
  {
    name: 'the client id header is dropped',
    found: ['missing-header'],
    make: onOne(({ headers }) => delete headers['X-Service-ClientId']),
  },
  {
    name: 'the client id header has another value',
    found: ['different-header'],
    make: onOne(({ headers }) => {
      headers['X-Service-ClientId'] = otherId;
    }),
  },
  {
    name: 'the Authorization header is dropped',
    found: ['missing-header'],
    make: onOne(({ headers }) => delete headers.Authorization),
  },
  {
    name: 'the Authorization header has another value',
    found: ['different-header'],
    make: onOne(({ headers }) => {
      headers.Authorization += '1';
    }),
  },
  {
    name: 'a message has another connection',
    found: ['changed-id'],
    make: onOne(
      (message) => {
        for (const to of idPlaces) {
          changeAt(message.body, to, (holder, key) => {
            if (holder[key] !== undefined) holder[key] = otherId;
          });
        }
      },
      (_, alerts) => placesOf(alerts).some(({ to }) => idPlaces.includes(to)),
    ),
  },
  {
    name: 'a message has another operation or sync',
    found: ['changed-id'],
    make: onOne(
      (message) => {
        for (const to of operationPlaces) {
          changeAt(message.body, to, (holder, key) => {
            if (holder[key] !== undefined) holder[key] = otherId;
          });
        }
      },
      (_, alerts) => placesOf(alerts).some(({ to }) => operationPlaces.includes(to)),
    ),
  },
  {
    name: 'a message comes too late',
    found: ['late'],
    make: onOne((message) => {
      message.at += 3 * 3_600_000;
    }),
  },
  {
    name: 'a message goes to another URL',
    found: ['wrong-url'],
    make: onOne((message) => {
      message.url = 'https://hooks.example/elsewhere';
    }),
  },
  {
    name: 'a message goes to the URL without its query, or with another one',
    found: ['wrong-url'],
    make: onOne((message, { below }) => {
      const bare = message.url.split('?')[0];
      message.url = `${bare}?tenant=${below(2) === 0 ? 'red' : 'Blue'}`;
    }),
  },
  {
    name: 'a message goes to the wrong endpoint',
    found: ['wrong-url'],
    make: onOne((message, { sent, below }) => {
      const here = new Set(sent.filter(({ event }) => event === message.event).map(({ url }) => url));
      const elsewhere = [...new Set(sent.map(({ url }) => url))].filter((url) => !here.has(url));
      const url = elsewhere[below(elsewhere.length)];
      if (url === undefined) return false;
      message.url = url;
      return true;
    }),
  },
  {
    name: 'a property is dropped',
    found: ['missing-property'],
    make: onOne((message, { sent, below }) => {
      const places = placesOf(alertsOf(sent, message));
      const place = places[below(places.length)];
      if (place === undefined) return false;
      changeAt(message.body, place.to, (holder, key) => delete holder[key]);
      return true;
    }),
  },
  {
    name: 'the id is dropped',
    found: ['missing-property'],
    make: onOne(({ body }) => delete body.id),
  },
  {
    name: 'the company is dropped',
    found: ['missing-property'],
    make: onOne(
      (message) => delete payload(message).referenceCompany,
      (message) => payload(message).referenceCompany !== undefined,
    ),
  },
  {
    name: 'what the consumer has to filter by is dropped',
    found: ['missing-property'],
    make: onOne(
      (message) => {
        for (const read of payload(message).dataTypes) delete read.status;
      },
      hasType('Data sync completed', 'Data Sync Status Changed To Error'),
    ),
  },
  {
    name: 'the list of data types is dropped',
    found: ['missing-property'],
    make: onOne((message) => delete payload(message).dataTypes, isRead),
  },
  {
    name: 'a value is another one',
    found: ['different-value'],
    make: onOne((message, { sent, below }) => {
      const places = placesOf(alertsOf(sent, message)).filter(({ to }) => isPlain(to));
      const place = places[below(places.length)];
      if (place === undefined) return false;
      changeAt(message.body, place.to, (holder, key) => {
        holder[key] = typeof holder[key] === 'number' ? holder[key] + 1 : `${holder[key]}x`;
      });
      return true;
    }),
  },
  {
    name: 'a number became a text',
    found: ['different-value'],
    make: onOne(
      (message) => {
        payload(message).dailyQuota = String(payload(message).dailyQuota);
      },
      hasType('Rate Limit Reached', 'Rate Limit Reset'),
    ),
  },
  {
    name: 'an error status is another one',
    found: ['different-value'],
    make: onOne((message) => {
      for (const read of payload(message).dataTypes) {
        if (String(read.status).endsWith('Error')) read.status = 'InternalError';
      }
    }, hasType('Data Sync Status Changed To Error')),
  },
  {
    name: 'a read that is complete is said to have failed',
    found: ['different-value'],
    make: onOne((message) => {
      for (const read of payload(message).dataTypes)
        if (read.status === 'Complete') read.status = 'FetchError';
    }, hasType('Data sync completed')),
  },
  {
    name: 'records that changed are said not to have changed',
    found: ['different-value'],
    make: onOne((message) => {
      for (const read of payload(message).dataTypes) read.recordsModified = false;
    }, hasType('Dataset data changed')),
  },
  {
    name: 'the data type is another one',
    found: ['different-value'],
    make: onOne(
      (message) => {
        const { dataTypes } = payload(message);
        if (dataTypes === undefined) payload(message).type = 'transfers';
        else for (const read of dataTypes) read.dataType = `${read.dataType}X`;
      },
      (message, alerts) =>
        placesOf(alerts).some(({ from }) => from === 'Data.dataType') && typeOf(message) !== '',
    ),
  },
  {
    name: 'the event type does not fit the transition',
    found: ['different-value'],
    make: onOne(
      ({ body }) => {
        body.eventType = 'connection.reconnected';
      },
      (message) => typeOf(message) === 'connection.connected',
    ),
  },
  {
    name: 'a message of an unexpected type comes',
    found: ['unexpected-occurrence'],
    make: onOne((message, { sent }) =>
      sent.push({
        ...message,
        headers: { ...message.headers, 'webhook-id': 'msg_extra' },
        body: { ...message.body, id: otherId, eventType: 'company.created', payload: { id: otherId } },
      }),
    ),
  },
  {
    name: 'a message of something that did not happen comes',
    found: ['unexpected-occurrence'],
    make: onOne((message, { sent }) => {
      const body = structuredClone(message.body);
      for (const to of [
        'payload.referenceCompany.id',
        ...idPlaces,
        ...operationPlaces,
        'payload.dailyQuota',
      ]) {
        changeAt(body, to, (holder, key) => {
          if (holder[key] !== undefined) holder[key] = key === 'dailyQuota' ? -1 : otherId;
        });
      }
      sent.push({ ...message, headers: { ...message.headers, 'webhook-id': 'msg_extra' }, body });
    }),
  },
  {
    name: 'a message has no signature',
    found: ['unsigned'],
    make: onOne(({ headers }) => delete headers['webhook-signature']),
  },
  {
    name: 'a message has no webhook-id',
    found: ['unsigned'],
    make: onOne(({ headers }) => delete headers['webhook-id']),
  },
  {
    name: 'a signature is no signature',
    found: ['unsigned'],
    make: onOne(({ headers }) => {
      headers['webhook-signature'] = 'v1,none';
    }),
  },
  {
    name: 'the body of a message is cut off',
    found: ['unreadable'],
    make: onOne((message) => {
      message.isCut = true;
    }),
  },
  {
    name: 'alerts have a property that the mapping does not know',
    found: ['missing-property'],
    make: onOne((message, { sent }) => {
      for (const { body } of alertsOf(sent, message))
        (body.Data as Json) = { ...(body.Data as Json), Region: 'eu-west-4' };
    }),
  },
];
