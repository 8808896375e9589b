import { describe, expect, it } from 'vitest';
import { edgeOutcomes, edgesOf, edgeTopics, recordedEdges } from '#test/support/source-edges.ts';

const howToRecord =
  'Mentions in these lines are settled otherwise than on record. If the new outcomes are right, record them: node test/fixtures/source-edges/record.ts';

/** Forms that differ in one thing: a change of what the scan says of them is to be seen, and reviewed. */
describe.each(edgeTopics)('outcomes on record of %s', (topic) => {
  it.each(edgesOf(topic).map((group) => [group.path, group] as const))(
    'in lines of %s',
    async (path, group) => {
      expect(await edgeOutcomes(topic, group), howToRecord).toBe(recordedEdges(topic).get(path));
    },
  );
});
