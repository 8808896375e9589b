/** Of reading exported configuration: three files of 50 MB at most. */
export const filesBounds = {
  what: 'The exported configuration',
  timeMs: 60_000,
  heapMb: 1536,
  resultBytes: 64 * 1_048_576,
};
