import type { Database } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { insertCaptured } from './content-store.ts'
import type { EmailKey } from './email-key.ts'

type Message = EmailKey & { message: Buffer }

const bytesAtOnce = 4 * 1024 * 1024

/** Keeps messages; those that come at the same moment share one statement. */
export function keeper({ db }: Database): (message: Message) => Promise<void> {
  const keep = gather<Message, undefined>(
    async messages => {
      await insertCaptured(
        db,
        messages.map(({ message, ...key }) => ({ ...key, raw: message })),
      )
      return messages.map(() => undefined)
    },
    { weigh: ({ message }) => message.length, maxWeight: bytesAtOnce, maxWaiting: Number.POSITIVE_INFINITY },
  )
  return message => keep(message)
}
