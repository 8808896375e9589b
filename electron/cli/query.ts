/** The query of a request; what is not given is left out. */
export const queryOf = (values: Readonly<Record<string, string | number | undefined>>): URLSearchParams => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query;
};
