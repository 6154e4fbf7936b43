import { Type } from 'typebox'
import { Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given } from '#validation/optional.ts'
import { between } from './dates.ts'
import { toEvents, toMessage } from './message.ts'
import { itemsAt, pageQuery } from './pages.ts'

const text = Type.Optional(Type.String())
/** Ignoring a filter would return unwanted messages. */
const refused = { not: {}, expected: 'is not supported here: filter by recipient, sender, tag or time' }
const no = Type.Optional(Type.Unsafe<never>(refused))
/** Postmark ignores the case of names: these are the spellings of its documentation and its clients. Others are refused. */
const inOtherCase = Object.fromEntries(
  ['Count', 'Offset', 'Recipient', 'Tag', 'FromEmail', 'FromDate', 'ToDate'].map(name => [
    name,
    Type.Optional(Type.Unsafe<never>({ not: {}, expected: `must be written as ${name.toLowerCase()}` })),
  ]),
)
const Query = Type.Object(
  {
    ...inOtherCase,
    ...pageQuery,
    ...{ recipient: text, tag: text, fromemail: text, fromEmail: text },
    ...{ fromdate: text, fromDate: text, todate: text, toDate: text },
    ...{ status: no, subject: no, messagestream: no, messageStream: no, Status: no, Subject: no, MessageStream: no },
  },
  { patternProperties: { '^metadata_': refused } },
)

export const messageOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/messages/outbound',
    standsFor: 'listEmails',
    query: Query,
    async answer({ query, ask }) {
      const { count, offset, recipient, tag } = query
      const filters = {
        ...given({ to: recipient, tag, from: query.fromemail ?? query.fromEmail }),
        ...between(query.fromdate ?? query.fromDate, query.todate ?? query.toDate),
      }
      const { items, total } = await itemsAt(given({ count, offset }), page =>
        ask('listEmails', { query: { ...filters, ...page } }),
      )
      return { TotalCount: total, Messages: items.map(email => toMessage(email)) }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/messages/outbound/{id}/details',
    standsFor: 'getEmail',
    async answer({ params, ask }) {
      const email = await ask('getEmail', { params: { id: params.id ?? '' } })
      return {
        ...toMessage(email, await filesOf(email.id, ask)),
        TextBody: email.text ?? '',
        HtmlBody: email.html ?? '',
        // The raw message does not fit a JSON answer: GET /v1/emails/{id}/raw has it.
        Body: '',
        MessageEvents: email.events.flatMap(event => toEvents(event, email)),
      }
    },
  }),
]

/** Empty for a message that cannot be parsed, so that the other fields are still returned. */
async function filesOf(id: string, ask: Ask): Promise<string[]> {
  try {
    const { data } = await ask('listEmailAttachments', { params: { id } })
    return data.map(({ filename }) => filename)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_state') return []
    throw error
  }
}
