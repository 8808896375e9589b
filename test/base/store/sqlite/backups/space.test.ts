import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countGivingWay } from '#base/store/sqlite/backups/space.ts';

test('backups of one database never take more than half of what is free without them', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.array(fc.nat(1e9), { maxLength: 20 }), fc.nat(1e10), (size, sizes, free) => {
      const gone = countGivingWay(size, sizes, free);
      const most = (free + sizes.reduce((sum, one) => sum + one, 0)) / 2;
      const left = sizes.slice(0, sizes.length - (gone ?? 0)).reduce((sum, one) => sum + one, 0);
      if (gone === undefined) {
        expect(size + (sizes[0] ?? 0)).toBeGreaterThan(most);
        return;
      }
      expect(size + left).toBeLessThanOrEqual(most);
      // The newest stays until the next one is whole, and none goes without need.
      expect(gone).toBeLessThan(Math.max(sizes.length, 1));
      if (gone > 0) expect(size + left + (sizes[sizes.length - gone] as number)).toBeGreaterThan(most);
    }),
  );
});
