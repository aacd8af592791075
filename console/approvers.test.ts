import { describe, expect, test } from 'vitest';
import { warningOf } from './src/approvals/approvers/warning.ts';
import { titleOrProposal } from './src/approvals/change-request/proposed-title.ts';
import { listNames } from './src/approvals/people.ts';
import { pathLabel, pathLabels } from './src/ui/path-label.ts';

const person = (name: string) => ({ id: 1, name, username: null, imageUrl: null });
const ada = person('Ada');

test.each([
  [{ total: 0, admins: 0 }, 1, false, 'Nobody can approve change requests here'],
  [{ total: 1, admins: 0 }, 2, true, 'needs 2 approvals, and only 1 person can approve'],
  [{ total: 1, admins: 0 }, 1, false, 'Nobody else can approve requests by Ada'],
  [{ total: 3, admins: 0 }, 3, false, 'A request by one of those who can approve'],
  [{ total: 1, admins: 0 }, 1, true, undefined],
  [{ total: 2, admins: 2 }, 1, false, 'Only administrators can approve'],
  [{ total: 2, admins: 1 }, 1, false, undefined],
])('%o who can approve, %i required, authors may approve: %s', (people, required, own, warning) => {
  const rules = { requiredApprovals: required, authorMayApprove: own };
  const found = warningOf({ ...people, approvers: [ada] }, rules);

  if (warning === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(warning);
});

test('some people are named, the others counted', () => {
  const people = [ada, person('Ben'), person('Cleo')];

  expect(listNames(people, 3, 5)).toBe('Ada, Ben and Cleo');
  expect(listNames(people, 4, 2)).toBe('Ada, Ben and 2 others');
  expect(listNames([ada], 2, 1)).toBe('Ada and 1 other');
});

test('JSON Pointers are shown in words, without ids', () => {
  const [one, other] = [1, 2].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);

  expect(pathLabel('/constraints/0/caseInsensitive')).toBe('Constraint 1 › case insensitive');
  expect(pathLabel('/variants/1/payload/value')).toBe('Variant 2 › payload › value');
  expect(pathLabel('/1/name')).toBe('2 › name');
  expect(pathLabel('/parameters/rollout')).toBe('Rollout');
  expect(pathLabel(`/strategies/${one}/title`)).toBe('Strategies › title');
  expect(pathLabels([`/strategies/${one}/title`, `/strategies/${other}/title`])).toEqual([
    'Strategy 1 › title',
    'Strategy 2 › title',
  ]);
  expect(pathLabel('')).toBe('Everything');
});

describe('the proposed title of a change request', () => {
  const change = (action: string, payload: object) => ({ action, payload });
  const on = change('updateEnabled', { enabled: true });
  const rollout = change('updateStrategy', {
    id: 'x',
    parameters: { rollout: '50' },
    snapshot: { parameters: { rollout: '25' } },
  });
  const renamed = change('updateStrategy', { id: 'x', title: 'Beta', snapshot: { title: null } });
  const flag = (name: string, ...changes: object[]) => ({ name, changes });
  const segment = { name: 'paying', ...change('updateSegment', { name: 'payers' }) };
  const title = (features: object[], segments: object[] = [], own = 'Change request #7') => {
    const request = { title: own, environment: 'production', features, segments };
    return titleOrProposal(request as unknown as Parameters<typeof titleOrProposal>[0]);
  };

  test('says what changes', () => {
    expect(title([flag('checkout', rollout)])).toBe('checkout: rollout 25% → 50% in production');
    expect(title([flag('checkout', on, renamed)])).toBe(
      'checkout: switch on, change a strategy in production',
    );
    expect(title([flag('a', on), flag('b', on)])).toBe('a and b: switch on in production');
    expect(title([flag('a', on), flag('b', rollout)], [segment])).toBe(
      'a, b and paying: 3 changes in production',
    );
    expect(title(['a', 'b', 'c', 'd', 'e'].map((name) => flag(name, on)))).toBe(
      'a, b, c and 2 others: switch on in production',
    );
  });

  test('is not longer than a title may be, and does not replace one', () => {
    const long = title([flag('f'.repeat(300), on)]);
    expect(long).toHaveLength(255);
    expect(long.endsWith('…')).toBe(true);
    expect(title([flag('checkout', on)], [], 'Half of them')).toBe('Half of them');
    expect(title([])).toBe('');
  });
});
