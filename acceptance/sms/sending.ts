/** How the tests send and follow text messages. */
import { account, type Credits } from '@posthorn/contract/account'
import type { Sms, SmsAccepted, SmsStatus } from '@posthorn/contract/messages/sms'
import { sms } from '@posthorn/contract/messages/sms-operations'
import { expect, vi } from 'vitest'
import type { Client } from '../http-client/client.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newPhoneNumber } from '../http-client/unique.ts'

/** Only the required fields, to a new number. */
export const hello = () => ({ from: '+14155550100', to: newPhoneNumber(), body: 'Hello, Ada.' })

export async function sendSms(api: Client, fields: object = {}): Promise<SmsAccepted> {
  const { status, body } = await api.post<SmsAccepted>('/v1/sms', { ...hello(), ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, sms.sendSms.reply)
  return body
}

export async function readSms(api: Client, id: string): Promise<Sms> {
  const { status, body } = await api.get<Sms>(`/v1/sms/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, sms.getSms.reply)
  return body
}

/** Waits until the message has this status. */
export const untilSms = (api: Client, id: string, status: SmsStatus = 'delivered', timeout = 20_000): Promise<Sms> =>
  vi.waitFor(
    async () => {
      const message = await readSms(api, id)
      expect(message.status, JSON.stringify(message.events)).toBe(status)
      return message
    },
    { timeout, interval: 30 },
  )

/** The types of its events, in order. */
export const eventTypes = ({ events }: Sms): string[] => events.map(({ type }) => type)

/** The amounts of a message. */
export const moneyOf = ({ credits_consumed, customer_charge_dollars, carrier_total_cost, margin_dollars }: Sms) => [
  credits_consumed,
  customer_charge_dollars,
  carrier_total_cost,
  margin_dollars,
]

/** Without the times at which limits start again: a test may cross the end of an hour. */
export async function creditsOf(
  api: Client,
): Promise<Omit<Credits, 'hourly_reset_at' | 'daily_reset_at' | 'monthly_reset_at'>> {
  const { status, body } = await api.get<Credits>('/v1/credits')
  expect(status).toBe(200)
  expectShape(body, account.getCredits.reply)
  const { hourly_reset_at: _, daily_reset_at: __, monthly_reset_at: ___, ...credits } = body
  return credits
}
