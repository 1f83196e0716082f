import { expect, test } from 'vitest';
import { list, say, saying } from '../src/lib/words';

test('messages, attributes, plurals and lists', () => {
  expect(say('port-V')).toBe('Venice');
  expect(say('point-loading.may')).toBe('Ships may leave empty');
  expect(say('cargo-soldiers', { soldiers: 1 })).toBe('1 soldier');
  expect(say('log-draws', { who: 'Ada', count: 3 })).toBe('Ada draws 3 cards.');
  expect(list(['red'])).toBe('red');
  expect(list(['green', 'red', 'blue'])).toBe('green, red and blue');
});

test('a line break in a message is a space', () => {
  expect(say('cargo-troops', { soldiers: 1, builders: 2 })).toBe('1 soldier and 2 builders');
});

test('what people call themselves is not read as Fluent', () => {
  expect(say('wait-orders', { who: '{ $x }' })).toBe('{ $x } is to move.');
});

test('a message that is not there', () => {
  expect(saying('no-such-message')).toBeNull();
});
