/** What the sample case is called: by this the screens know it. */
export const sampleCaseName = 'Sample: Bakery Books';
