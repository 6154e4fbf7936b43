/** Reads the event stream as a careful client would: it keeps all events, and where to continue from. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Event } from '@posthorn/contract/event-log'

export type Listener = {
  readonly events: readonly (Event & { cursor: string })[]
  readonly comments: readonly string[]
  /** The last id received, with an event or without one. */
  lastId(): string
  readonly ended: Promise<void>
  hangUp(): void
}

type Asked = { url: string; key: string; lastEventId?: string; cursor?: string }

export async function listenTo({ url, key, lastEventId, cursor }: Asked): Promise<Listener> {
  const outgoing = request(`${url}/v1/events/stream${cursor === undefined ? '' : `?cursor=${cursor}`}`, {
    agent: false,
    headers: { authorization: `Bearer ${key}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  })
  outgoing.end()
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
  outgoing.on('error', () => {})
  if (incoming?.statusCode !== 200) throw new Error(`the stream answered ${incoming?.statusCode}`)
  const heard = { events: [] as (Event & { cursor: string })[], comments: [] as string[], lastId: '' }
  let rest = ''
  incoming.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) hear(block)
  })
  incoming.on('error', () => {})

  function hear(block: string) {
    const fields = block.split('\n').map(line => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? [])
    const field = (name: string) => fields.find(([one]) => one === name)?.[1]
    const [comment, id, data] = [field(''), field('id'), field('data')]
    if (comment !== undefined) heard.comments.push(comment)
    if (id !== undefined) heard.lastId = id
    if (data === undefined) return
    const event: Event = JSON.parse(data)
    if (event.type !== field('event')) throw new Error(`${block}: the type is not that of the data`)
    heard.events.push({ ...event, cursor: heard.lastId })
  }

  return {
    events: heard.events,
    comments: heard.comments,
    lastId: () => heard.lastId,
    ended: new Promise(resolve => incoming.once('close', resolve)),
    hangUp: () => outgoing.destroy(),
  }
}
