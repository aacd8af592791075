import { expect, test } from 'vitest';
import { eventLabels } from '../server/events/labels.ts';
import { eventTypes } from '../server/events/types.ts';
import { environmentTypeName, flagTypeName } from './src/ui/names.ts';

test('types have names for people, and those that people invented keep theirs', () => {
  expect(flagTypeName('kill-switch')).toBe('Kill switch');
  expect(flagTypeName('toString')).toBe('toString');
  expect(flagTypeName('ops', 'Operations')).toBe('Operations');
  expect(environmentTypeName('preproduction')).toBe('Preproduction');
  expect(environmentTypeName('customer demo')).toBe('customer demo');
});

test('no label of an event is its name', () => {
  const wireNames = eventTypes.filter((type) => eventLabels[type].includes(type));

  expect(eventTypes.length).toBeGreaterThan(100);
  expect(wireNames).toEqual([]);
});
