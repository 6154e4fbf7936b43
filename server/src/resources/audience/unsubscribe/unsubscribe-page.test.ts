import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { tokenKey, unsubscribeToken } from '#resources/messages/engagement/tokens.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

test('repeated resubscribing is throttled, unsubscribing never is', async () => {
  const secret = Buffer.alloc(32, 7)
  const page = unsubscribePage({ database: mail.database, clock: () => new Date(), secret })
  const { environmentId, id } = await mail.acceptOne(['ada@a.example'], { messageStream: 'broadcast' })
  const token = unsubscribeToken(tokenKey(secret), { environmentId, emailId: id, nth: 0 })
  const save = (isSubscribed: boolean) => page.save(token, { isSubscribed, ip: '::1' })

  for (let nth = 0; nth < 30; nth++) await save(nth % 2 === 1)
  const throttled = async () => {
    for (let nth = 0; nth < 30; nth++) await save(true)
  }

  await expect(throttled()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  expect(await save(false)).toBe(true)
  expect(await contactByEmail(mail.database.db, environmentId, 'ada@a.example')).toMatchObject({
    emailSubscribed: false,
  })
})
