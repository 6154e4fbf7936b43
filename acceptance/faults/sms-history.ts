/** Reads the outcome of all text messages, once nothing is under way any more. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Sms, SmsListItem } from '@posthorn/contract/messages/sms'
import { expect } from 'vitest'
import type { Smsc } from '../../sinks/smsc.ts'
import { type Client, client } from '../http-client/client.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { posthorn } from '../service/operator.ts'
import { creditsOf } from '../sms/sending.ts'
import { type SmsHistory, smsFaultsOf } from './sms-checker.ts'

type Place = { url: string; key: string; folder: string }
type Asked = Pick<SmsHistory, 'intents' | 'heard'>

export async function expectNoSmsFault({ url, key, folder }: Place, asked: Asked, smsc: Smsc): Promise<Sms[]> {
  const { intents, heard } = asked
  const api = client(url, key)
  await untilNothingIsUnderWay(api)
  const listed = (await readAll<SmsListItem>(api, '/v1/sms?limit=100')).map(({ id }) => id)
  const messages = await readEach(api, listed)
  const { sms_consumed: smsConsumed } = await creditsOf(api)
  expect(smsFaultsOf({ intents, heard, submitted: smsc.messages, messages, listed, smsConsumed })).toEqual([])
  expect(intents.length, 'something was sent').toBeGreaterThan(0)
  await expectLedgerReconciles(folder)
  return messages
}

export const warnedOf = (messages: readonly Sms[]): Sms[] =>
  messages.filter(({ events }) => events.some(({ type }) => type === 'possible_duplicate'))

/** Receipts are sent until they are confirmed, so nothing stays `sent`; a message that does shows in the history. */
async function untilNothingIsUnderWay(api: Client) {
  const isUnderWay = async (status: string) =>
    (await api.get<Page<SmsListItem>>(`/v1/sms?status=${status}&limit=1`)).body.data.length > 0
  for (const until = Date.now() + 45_000; Date.now() < until; await pause(100)) {
    if (!(await isUnderWay('processing')) && !(await isUnderWay('sent'))) return
  }
}

async function readEach(api: Client, ids: readonly string[]): Promise<Sms[]> {
  const messages: Sms[] = []
  for (let from = 0; from < ids.length; from += 32) {
    const read = ids.slice(from, from + 32).map(async id => (await api.get<Sms>(`/v1/sms/${id}`)).body)
    messages.push(...(await Promise.all(read)))
  }
  return messages
}

type Doctor = { checks: { name: string; status: string }[] }

async function expectLedgerReconciles(folder: string) {
  // The doctor may report other problems and fail: only the account matters here.
  const { checks } = await posthorn<Doctor>(folder, 'doctor').catch(({ stdout }): Doctor => JSON.parse(stdout))
  expect(checks, 'every account is the sum of its ledger').toContainEqual(
    expect.objectContaining({ name: 'credits', status: 'ok' }),
  )
}
