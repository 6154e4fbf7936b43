import { expect, test } from 'vitest'
import { listLeft, noteOpened, takeOpened } from './opened.ts'

test('going back opens the list with its filters, and its row once', () => {
  noteOpened('/emails', { href: '/emails?status=failed', row: 'one' })

  expect(listLeft('/emails')).toBe('/emails?status=failed')
  expect(takeOpened('/sms', '/sms')).toBeUndefined()
  expect(takeOpened('/emails', '/emails')).toBeUndefined()
  expect(takeOpened('/emails', '/emails?status=failed')).toBe('one')
  expect(takeOpened('/emails', '/emails?status=failed')).toBeUndefined()
})
