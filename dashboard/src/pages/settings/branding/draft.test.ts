import type { Branding } from '@posthorn/contract/console/branding'
import { expect, test } from 'vitest'
import { changeFrom, draftOf } from './draft.ts'

const known: Branding = {
  name: 'Acme',
  color: '#ffd400',
  website: null,
  unsubscribe_words: null,
  confirmation_words: null,
  logo: { path: '/u/logo/abc', width: 3, height: 2 },
}

test('an emptied field is sent as null, and an unchanged logo is not sent', () => {
  expect(changeFrom(known, { ...draftOf(known), name: ' ', website: ' https://acme.test ' })).toEqual({
    ...{
      name: null,
      color: '#ffd400',
      website: 'https://acme.test',
      unsubscribe_words: null,
      confirmation_words: null,
    },
  })
})

test('a new logo is sent as base64, a removed one as null', () => {
  const logo = { path: 'data:image/png;base64,AAAA', width: 3, height: 2 }

  expect(changeFrom(known, { ...draftOf(known), logo }).logo).toBe('AAAA')
  expect(changeFrom(known, { ...draftOf(known), logo: null }).logo).toBeNull()
})
