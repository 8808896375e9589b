import { type Static, Type } from 'typebox';
import { Closed, Uuid } from './common.ts';

/** Pictures of an integration, as on the wire. Source: `docs/reference/rules/integrations.md#branding`. */

const Branded = Closed({
  image: Closed({ src: Type.String({ description: 'A data: URL.' }), alt: Type.String() }),
});

export const Branding = Closed(
  {
    logo: Closed({ full: Branded, square: Branded }),
    button: Closed({ default: Branded, hover: Branded }),
    sourceId: Uuid,
  },
  { title: 'Branding' },
);
export type Branding = Static<typeof Branding>;
