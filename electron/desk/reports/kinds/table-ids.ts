/** Tables that the first page of a PDF or its sign-off takes from the sections, by the ids that their kinds give them. */
export const tableIds = {
  causes: 'causes',
  exclusions: 'exclusions',
  runs: 'runs',
  signatures: 'signatures',
  stages: 'cutover-stages',
  endpoints: 'doctor-endpoints',
} as const;
