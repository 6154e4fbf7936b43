/** How the tests send and follow emails. */

import type { EmailStatus } from '@posthorn/contract/event-names'
import { emails } from '@posthorn/contract/messages/email-operations'
import type { Email, EmailAccepted, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { expect, vi } from 'vitest'
import type { Client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'

/** Only the required fields. */
export const hello = { from: 'hello@acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hello, Ada.' }

export async function send(api: Client, fields: object = {}, about = ''): Promise<EmailAccepted> {
  const { status, body } = await api.post<EmailAccepted>('/v1/emails', { ...hello, ...fields })
  expect(status, `${about} ${JSON.stringify(body)}`).toBe(200)
  expectShape(body, emails.sendEmail.reply, about)
  return body
}

export async function readEmail(api: Client, id: string): Promise<Email> {
  const { status, body } = await api.get<Email>(`/v1/emails/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, emails.getEmail.reply)
  return body
}

/** Waits until the email has this status. */
export const untilStatus = (api: Client, id: string, status: EmailStatus = 'delivered'): Promise<Email> =>
  vi.waitFor(
    async () => {
      const email = await readEmail(api, id)
      expect(email.status, JSON.stringify(email.events)).toBe(status)
      return email
    },
    { timeout: 20_000, interval: 50 },
  )

/** Waits until all emails of a tag are delivered: one query for many, so that polling does not hold them up. */
export const untilDelivered = (api: Client, tag: string, count: number): Promise<EmailListItem[]> =>
  vi.waitFor(
    async () => {
      const delivered = await readAll<EmailListItem>(api, `/v1/emails?limit=100&status=delivered&tag=${tag}`)
      expect(delivered).toHaveLength(count)
      return delivered
    },
    { timeout: 40_000, interval: 200 },
  )

/** The types of its events, in order. */
export const eventTypes = ({ events }: Email): string[] => events.map(({ type }) => type)

/** The paths of the faults in a refused request. */
export const faultyPaths = ({ body }: { body: { details?: unknown } }): string[] =>
  Array.isArray(body.details) ? body.details.map(({ path }) => String(path)) : []

export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
