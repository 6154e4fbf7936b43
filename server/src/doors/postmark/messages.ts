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
const Query = Type.Object(
  {
    ...pageQuery,
    ...{ recipient: text, tag: text, fromemail: text, fromdate: text, todate: text },
    ...{ status: no, subject: no, messagestream: no },
  },
  { patternProperties: { '^[Mm][Ee][Tt][Aa][Dd][Aa][Tt][Aa]_': refused } },
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
        ...given({ to: recipient, tag, from: query.fromemail }),
        ...between(query.fromdate, query.todate),
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
      const email = await ask('getEmail', { params })
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
