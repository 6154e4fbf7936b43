import { expect, test } from 'vitest'
import { isSubscribed, yesOrNo } from './yes-or-no.ts'

test.each([
  'yes',
  'Y',
  'TRUE',
  ' 1 ',
  'x',
  'on',
  '✓',
  'ja',
  'WAHR',
  'oui',
  'Vrai',
  'sí',
  'SI',
  'si\u0301',
  'да',
  'tak',
  'はい',
  'EVET',
])('%j means yes', word => expect(yesOrNo(word)).toBe(true))

test.each([
  'no',
  'N',
  'False',
  '0',
  'off',
  'nein',
  'FALSCH',
  'non',
  'não',
  'NAO',
  'нет',
  'nie',
  'いいえ',
  'HAYIR',
  'hayır',
])('%j means no', word => expect(yesOrNo(word)).toBe(false))

test.each(['', ' ', '-', 'perhaps', '2', 'jo', 'yes no', 'unsubscribed', 'constructor', '2027-01-31'])(
  '%j is neither yes nor no',
  word => expect(yesOrNo(word)).toBeUndefined(),
)

test('only in a column with subscriptions are they also written as words', () => {
  expect(['Subscribed', 'unsubscribed', 'Ja', 'perhaps'].map(isSubscribed)).toEqual([true, false, true, undefined])
})
