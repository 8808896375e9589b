/** Lists under a name, kept for a person: of cases and of messages. */
export interface NamedView {
  readonly id: string;
  readonly name: string;
}

/** With a view as it is now: in its place, or at the end. */
export const withView = <V extends NamedView>(views: readonly V[], view: V): readonly V[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((one) => (one.id === view.id ? view : one))
    : [...views, view];

export const withoutView = <V extends NamedView>(views: readonly V[], id: string): readonly V[] =>
  views.filter((view) => view.id !== id);
