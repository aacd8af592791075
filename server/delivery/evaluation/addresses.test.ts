import { expect, test } from 'vitest';
import { isInRange, isSameAddress } from './addresses.ts';

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '0.0.0.0/0', true],
  ['10.1.2.3', '10.1.2.3/32', true],
  ['10.1.2.3', '10.1.2.2/31', true],
  ['10.1.2.4', '10.1.2.2/31', false],
  ['10.1.2.3', '10.1.2.3/33', false],
  ['10.1.2.3', '10.1.2.3/8/8', false],
  ['10.1.2.3', '10.1.2.3/', false],
  ['10.1.2.3', '10.1.2', false],
  ['10.1.2.3', '', false],
  ['', '10.0.0.0/8', false],
  ['::1', '10.0.0.0/8', false],
  ['::1', '::/0', true],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['2001:db8::ff', '2001:db8::/32', true],
  ['2001:db9::ff', '2001:db8::/32', false],
  ['::ffff:10.1.2.3', '::ffff:0a01:0203', true],
  ['fe80::1%eth0', 'fe80::/10', false],
  ['10.0.0.0/16', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.0.0.0/16', false],
])('%s in %s: %s', (address, range, expected) => {
  expect(isInRange(address, range)).toBe(expected);
});

test.each([
  ['10.0.0.0/8', '10.0.0.0/16', true],
  ['::1', '0:0:0:0:0:0:0:1/64', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['10.0.0.1', 'nothing', false],
])('%s begins like %s: %s', (one, other, expected) => {
  expect(isSameAddress(one, other)).toBe(expected);
});
