import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflict } from './errors.ts';
import { createSlots, type SlotUser } from './slots.ts';

const slotsWith = (limits: Partial<Parameters<typeof createSlots>[0]>) =>
  createSlots({ max: 10, perOwnerMax: 10, ...limits }, ({ limit, max }) =>
    conflict(`${limit} ${max}`),
  );

describe('slots', () => {
  test('are refused above the limit of the owner, then the address, then all', () => {
    const slots = slotsWith({ max: 4, perOwnerMax: 2, perAddressMax: 3 });
    const take = (owner: string, address: string) => slots.take({ owner, address });
    take('a', '1');
    take('a', '1');

    expect(() => take('a', '1')).toThrow('owner 2');
    take('b', '1');
    expect(() => take('b', '1')).toThrow('address 3');
    take('b', '2');
    expect(() => take('c', '2')).toThrow('all 4');
  });

  test('that are reserved are for admins', () => {
    const slots = slotsWith({ max: 3, reserved: 1 });
    slots.take({ owner: 'a' });
    slots.take({ owner: 'a' });

    expect(() => slots.take({ owner: 'a' })).toThrow('all 2');
    slots.take({ owner: 'b', admin: true });
    expect(() => slots.take({ owner: 'b', admin: true })).toThrow('all 3');
  });

  test('are free again once', () => {
    const slots = slotsWith({ max: 2 });
    const free = slots.take({ owner: 'a' });
    slots.take({ owner: 'a' });

    free();
    free();

    slots.take({ owner: 'a' });
    expect(() => slots.take({ owner: 'a' })).toThrow('all 2');
  });

  test('agree with a list of those that are taken', () => {
    const limits = { max: 6, perOwnerMax: 3, perAddressMax: 4, reserved: 2 };
    const user = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      address: fc.constantFrom('1', '2'),
      admin: fc.boolean(),
    });
    const step = fc.oneof(
      user.map((taking) => ({ taking })),
      fc.nat(10).map((freeing) => ({ freeing })),
    );

    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const slots = slotsWith(limits);
        const taken: { user: SlotUser; free: () => void }[] = [];
        for (const each of steps) {
          if ('freeing' in each) {
            taken.splice(each.freeing, 1)[0]?.free();
            continue;
          }
          const { owner, address, admin } = each.taking;
          const allowed =
            taken.filter((it) => it.user.owner === owner).length < limits.perOwnerMax &&
            taken.filter((it) => it.user.address === address).length < limits.perAddressMax &&
            taken.length < (admin ? limits.max : limits.max - limits.reserved);
          if (!allowed) expect(() => slots.take(each.taking)).toThrow();
          else taken.push({ user: each.taking, free: slots.take(each.taking) });
        }
      }),
    );
  });
});
