import { Type } from 'typebox'
import { Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given } from '#validation/optional.ts'
import { between } from './dates.ts'
import { toEvents, toMessage } from './message.ts'
import { itemsAt, pageQuery } from './pages.ts'

const text = Type.Optional(Type.String())
/** To pass over a filter would list what was not asked for. */
const refused = { not: {}, expected: 'cannot be asked for here: ask by recipient, sender, tag or time' }
const no = Type.Optional(Type.Unsafe<never>(refused))
/** Names are taken in any case there: those of the guide, and those of the client. */
const Query = Type.Object(
  {
    ...pageQuery,
    ...{ recipient: text, tag: text, fromemail: text, fromEmail: text },
    ...{ fromdate: text, fromDate: text, todate: text, toDate: text },
    ...{ status: no, subject: no, messagestream: no, messageStream: no },
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
        // The whole message is not for answers in JSON: GET /v1/emails/{id}/raw has it.
        Body: '',
        MessageEvents: email.events.flatMap(event => toEvents(event, email)),
      }
    },
  }),
]

/** None of a message that cannot be taken apart: what else is known of it is told all the same. */
async function filesOf(id: string, ask: Ask): Promise<string[]> {
  try {
    const { data } = await ask('listEmailAttachments', { params: { id } })
    return data.map(({ filename }) => filename)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_state') return []
    throw error
  }
}
