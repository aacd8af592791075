import type { Caller } from './caller.ts';
import type { RequestError } from './errors.ts';

/** Who takes a slot: a user or a token, and its address. */
export type SlotUser = { owner: string; address?: string; admin?: boolean };

export type SlotLimits = {
  max: number;
  perOwnerMax: number;
  perAddressMax?: number;
  /** The last slots are for admins. */
  reserved?: number;
};

/** The limit that refuses a slot, and its value for the caller. */
export type Refusal = { limit: 'owner' | 'address' | 'all'; max: number };

export type Slots = {
  /** The returned function frees the slot; further calls have no effect. */
  take: (user: SlotUser) => () => void;
};

/** Limits what is open concurrently, so that no single caller can use all of it. */
export function createSlots(
  { max, perOwnerMax, perAddressMax = Infinity, reserved = 0 }: SlotLimits,
  refuse: (refusal: Refusal) => RequestError,
): Slots {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;

  function take({ owner, address, admin }: SlotUser): () => void {
    const limits = [
      { key: `owner ${owner}`, limit: 'owner', max: perOwnerMax },
      { key: `address ${address}`, limit: 'address', max: perAddressMax },
      { key: 'all', limit: 'all', max: admin ? max : max - reserved },
    ] as const;
    const reached = limits.find((each) => countOf(each.key) >= each.max);
    if (reached) throw refuse(reached);
    for (const { key } of limits) counts.set(key, countOf(key) + 1);
    let taken = true;
    return () => {
      if (taken) for (const { key } of limits) free(key);
      taken = false;
    };
  }

  function free(key: string): void {
    const left = countOf(key) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  }

  return { take };
}

/** Admin tokens have no id of their own. */
export const slotUserOf = ({ kind, id, name, admin }: Caller, address: string): SlotUser => ({
  owner: `${kind} ${kind === 'admin-token' ? name : id}`,
  address,
  admin,
});
