import { type Static, Type } from 'typebox';
import { ClockView } from './clock.ts';
import { Closed, OneOf, UtcDate } from './common.ts';
import { storeStates } from './figures.ts';
import { Resources } from './resources.ts';

/** What a host is, and how it is doing. */

export const About = Closed(
  {
    version: Type.String(),
    dataDir: Type.String(),
    apiUrl: Type.String({ description: 'The public API of the local service.' }),
    client: Closed({ id: Type.String(), name: Type.String() }),
    storeServer: Type.Optional(
      Type.String({
        description:
          'The database server that keeps the store of the local service, as its address; omitted if that is a file of the data folder.',
      }),
    ),
    keyProtection: OneOf('keychain', 'key-file'),
    platform: Type.String(),
    node: Type.String(),
    electron: Type.Optional(Type.String({ description: 'Omitted outside the app.' })),
    started: UtcDate,
  },
  { title: 'About' },
);
export type About = Static<typeof About>;

const Count = Type.Integer({ minimum: 0 });

const ofService = {
  deliveriesPerMinute: Type.Integer({
    minimum: 0,
    description: "Attempts that ended within the last minute, by the system's clock.",
  }),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt, tests left out.' }),
  endpoints: Closed({
    total: Count,
    disabled: Count,
    disabledByService: Type.Integer({
      minimum: 0,
      description: 'Of the disabled ones: because deliveries failed, not because a person wanted it.',
    }),
    failing: Type.Integer({ minimum: 0, description: 'Not disabled, but the last attempt failed.' }),
  }),
  store: OneOf(storeStates),
  resources: Resources,
  clock: ClockView,
};
const ServiceHealth = Closed(ofService);
export type ServiceHealth = Static<typeof ServiceHealth>;

export const Health = Closed({ ...ofService, apiUrl: Type.String() }, { title: 'Health' });
export type Health = Static<typeof Health>;
