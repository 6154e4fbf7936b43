import type { Sms, SmsListItem } from '@posthorn/contract/messages/sms'
import { type Static, Type } from 'typebox'
import { isId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { datesOf, sendAtOf } from './dates.ts'
import { keyOf } from './key.ts'
import { hasFailed, messagesUri, toMessage } from './message.ts'
import { numberIn } from './number.ts'
import { fromSid, toSid } from './sid.ts'

const path = '/2010-04-01/Accounts/{account}/Messages'
const Text = Type.Optional(Type.String())

/** Twilio's other fields have no effect here: see docs/moving.md. */
const Create = Type.Object({
  To: Text,
  From: Text,
  Body: Text,
  MediaUrl: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  ValidityPeriod: Text,
  MessagingServiceSid: Text,
  ContentSid: Text,
  SendAt: Text,
  ScheduleType: Text,
  StatusCallback: Text,
  ApplicationSid: Text,
  ContentRetention: Text,
  AddressRetention: Text,
})

const List = Type.Object({
  To: Text,
  From: Text,
  DateSent: Text,
  'DateSent<': Text,
  'DateSent>': Text,
  PageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  Page: Type.Optional(Type.Integer({ minimum: 0 })),
  PageToken: Text,
})

/** Our own lists return at most 100. */
const defaultPage = 50
const maxPageSize = 100

/** The receiver of the callback checks the signature with the client's token, which is the API key. */
const callbackTo = (url: string, account: string, headers: Parameters<typeof keyOf>[0]) => ({
  ...{ format: 'twilio' as const, url, account, secret: keyOf(headers) ?? '' },
})

export const messageOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: `${path}.json`,
    standsFor: 'sendSms',
    status: 201,
    body: Create,
    async answer({ params: { account }, headers, body, ask }) {
      refuseLacking(body)
      const { From: from = '', To: to = '', Body: text, MediaUrl: media, ValidityPeriod: seconds, SendAt: time } = body
      const sms = await ask('sendSms', {
        body: {
          from: numberIn(from),
          to: numberIn(to),
          ...(text !== undefined && { body: text }),
          ...(media !== undefined && { media_urls: [media].flat() }),
          ...(seconds !== undefined && { validity_seconds: Number(seconds) }),
          ...(time && { scheduled_for: sendAtOf(time) }),
          ...(body.StatusCallback && { callback: callbackTo(body.StatusCallback, account, headers) }),
        },
      })
      const status = sms.scheduled_for === null ? sms.status : 'scheduled'
      return toMessage(account, { ...sms, status, media_urls: [media ?? []].flat() })
    },
  }),
  doorOperation({
    method: 'GET',
    path: `${path}.json`,
    standsFor: 'listSms',
    query: List,
    async answer({ params: { account }, query, ask }) {
      const { To: to, From: from, PageToken: token } = query
      const limit = Math.min(query.PageSize ?? defaultPage, maxPageSize)
      const { data, has_more } = await ask('listSms', {
        query: { limit, ...(to && { to: numberIn(to) }), ...(from && { from: numberIn(from) }), ...datesOf(query) },
        ...(token && { page: { olderThan: idIn(token) } }),
      })
      const messages = (await withReasons(data, ask)).map(sms => toMessage(account, sms))
      return { messages, ...placeOf(account, query, { limit, last: has_more ? data.at(-1)?.id : undefined }) }
    },
  }),
  doorOperation({
    method: 'GET',
    path: `${path}/{sid}`,
    standsFor: 'getSms',
    answer: async ({ params: { account, sid }, ask }) =>
      toMessage(account, await ask('getSms', { params: { id: fromSid(sid) } })),
  }),
  doorOperation({
    method: 'POST',
    path: `${path}/{sid}`,
    standsFor: 'cancelSms',
    body: Type.Object({ Status: Text, Body: Text }),
    async answer({ params: { account, sid }, body, ask }) {
      const params = { id: fromSid(sid) }
      // A key that may not read the message gets its error before the cancellation, not after it.
      await ask('getSms', { params })
      if (body.Status !== 'canceled')
        throw invalid({ path: 'Status', message: 'must be canceled: nothing else can be changed' })
      await ask('cancelSms', { params })
      return toMessage(account, await ask('getSms', { params }))
    },
  }),
]

/** Only a single message tells why it has failed. Those of a page are read by the same queries. */
const withReasons = (listed: readonly SmsListItem[], ask: Ask): Promise<(SmsListItem | Sms)[]> =>
  Promise.all(
    listed.map(sms =>
      hasFailed(sms) ? ask('getSms', { params: { id: sms.id } }).catch(error => unlessDeleted(error, sms)) : sms,
    ),
  )

function unlessDeleted(error: unknown, sms: SmsListItem): SmsListItem {
  if (error instanceof Refusal && error.code === 'not_found') return sms
  throw error
}

/** Ignoring a field that decides the sender, the text, the time, who is told or what is kept would do the wrong thing. */
function refuseLacking(asked: Static<typeof Create>): void {
  const { ApplicationSid, ContentRetention, AddressRetention } = asked
  if (ApplicationSid)
    throw invalid({ path: 'ApplicationSid', message: 'is not supported: send the URL as StatusCallback' })
  const kept = 'messages are kept for as long as the organization has set'
  if (ContentRetention && ContentRetention !== 'retain')
    throw invalid({ path: 'ContentRetention', message: `must be retain: ${kept}` })
  if (AddressRetention && AddressRetention !== 'retain')
    throw invalid({ path: 'AddressRetention', message: `must be retain: ${kept}` })
  const { To, From, MessagingServiceSid, ContentSid, SendAt, ScheduleType } = asked
  if (ScheduleType && !SendAt) throw invalid({ path: 'SendAt', message: 'is required with ScheduleType' })
  if (SendAt && ScheduleType !== 'fixed') throw invalid({ path: 'ScheduleType', message: 'must be fixed' })
  if (ContentSid) throw invalid({ path: 'ContentSid', message: 'is not supported: send the text as Body' })
  if (!To) throw invalid({ path: 'To', message: 'is required' })
  if (!From && MessagingServiceSid)
    throw invalid({ path: 'From', message: 'is required: there are no messaging services here' })
  if (!From) throw invalid({ path: 'From', message: 'is required: a number, a short code or a name of yours' })
}

function idIn(token: string): string {
  const id = fromSid(token)
  if (!isId(id)) throw invalid({ path: 'PageToken', message: 'must be the token in next_page_uri' })
  return id
}

type Place = { limit: number; last: string | undefined }

/** URIs without our prefix: the client adds its base URL. */
function placeOf(account: string, query: Static<typeof List>, { limit, last }: Place) {
  const page = query.Page ?? 0
  const { PageToken: _token, Page: _page, PageSize: _size, ...filters } = query
  const uriOf = (place: Record<string, string>) =>
    `${messagesUri(account)}.json?${new URLSearchParams({ ...filters, PageSize: String(limit), ...place })}`
  return {
    page,
    page_size: limit,
    start: page * limit,
    end: page * limit + limit - 1,
    uri: uriOf({ Page: String(page), ...(query.PageToken && { PageToken: query.PageToken }) }),
    first_page_uri: uriOf({ Page: '0' }),
    next_page_uri: last === undefined ? null : uriOf({ Page: String(page + 1), PageToken: toSid(last) }),
    previous_page_uri: null,
  }
}
