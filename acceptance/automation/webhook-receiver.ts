/** A receiver of webhooks that records its answers, and what the API says about the same deliveries. */
import type { Event, EventPage } from '@posthorn/contract/event-log'
import type { WebhookDelivery, Webhook as WireWebhook } from '@posthorn/contract/webhooks'
import { expect, vi } from 'vitest'
import { startWebhookSink, type WebhookSink } from '../../sinks/webhook-sink.ts'
import type { WebhookAct } from '../../sinks/webhook-sink-script.ts'
import { often } from '../faults/scale.ts'
import type { Client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'

export type Receipt = {
  path: string
  /** The id of the event. */
  id: string
  event: Event
  signature: string
  at: number
  act: WebhookAct
}

export type Receiver = AsyncDisposable & {
  sink: WebhookSink
  receipts: readonly Receipt[]
  at(path: string): Receipt[]
  /** Resolves when this many have arrived there. */
  until(path: string, count: number, timeout?: number): Promise<Receipt[]>
}

/** `tries`: how often this event has arrived at this path, including this time. */
export type Behaviour = (receipt: Omit<Receipt, 'act'> & { tries: number }) => WebhookAct

export async function startReceiver(behave: Behaviour = () => ({})): Promise<Receiver> {
  const receipts: Receipt[] = []
  const sink = await startWebhookSink({
    script({ path, headers, body, at }) {
      const id = String(headers['webhook-id'])
      const base = { path, id, event: JSON.parse(body), signature: String(headers['webhook-signature']) }
      const receipt = { ...base, at: at.getTime() }
      const tries = receipts.filter(one => one.path === path && one.id === id).length + 1
      const act = behave({ ...receipt, tries })
      receipts.push({ ...receipt, act })
      return act
    },
  })
  const at = (path: string) => receipts.filter(one => one.path === path)
  return {
    sink,
    receipts,
    at,
    until: (path, count, timeout = 20_000) =>
      vi.waitFor(
        () => {
          expect(at(path).length, path).toBeGreaterThanOrEqual(count)
          return at(path)
        },
        { timeout, interval: 10 },
      ),
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

export const isAccepted = ({ act }: Pick<Receipt, 'act'>): boolean =>
  !act.silent && (act.status ?? 200) >= 200 && (act.status ?? 200) < 300

export async function addWebhook(api: Client, url: string, events: string[] = ['contact.created']): Promise<string> {
  const { status, body } = await api.post<WireWebhook>('/v1/webhooks', { url, subscribed_events: events })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

export const readWebhook = async (api: Client, id: string): Promise<WireWebhook> =>
  (await api.get<WireWebhook>(`/v1/webhooks/${id}`)).body

export const readDeliveries = (api: Client, id: string, status?: string): Promise<WebhookDelivery[]> =>
  readAll<WebhookDelivery>(api, `/v1/webhooks/${id}/deliveries?limit=100${status ? `&status=${status}` : ''}`)

/** The deliveries, once none of them is waiting any more. */
export const untilSettled = (api: Client, id: string): Promise<WebhookDelivery[]> =>
  vi.waitFor(
    async () => {
      expect(await readDeliveries(api, id, 'pending')).toEqual([])
      return readDeliveries(api, id)
    },
    { timeout: often({ usually: 30_000, long: 600_000 }), interval: 100 },
  )

/** The counters match what is stored. */
export async function expectExactCounters(api: Client, id: string): Promise<void> {
  const attempts = (await readDeliveries(api, id)).flatMap(one => one.attempts)
  const successes = attempts.filter(({ success }) => success).length
  expect(await readWebhook(api, id)).toMatchObject({
    success_count: successes,
    failure_count: attempts.length - successes,
    total_delivery_count: attempts.length,
  })
}

export async function readEvents(api: Client): Promise<Event[]> {
  const events: Event[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await api.get<EventPage>(`/v1/events?limit=100${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    events.push(...body.data)
    if (!body.has_more) return events
    cursor = body.next_cursor
  }
}

/** The share of the objects with several events here whose events arrived in order, counting the first arrival of each. */
export function shareInOrder(receipts: readonly Receipt[], subjectOf: (event: Event) => unknown): number {
  const firsts = new Set(new Map(receipts.toReversed().map(one => [one.id, one])).values())
  const inTurn = receipts.filter(one => firsts.has(one))
  const bySubject = Map.groupBy(inTurn, ({ event }) => subjectOf(event))
  const several = [...bySubject.values()].filter(own => own.length > 1)
  const inOrder = several.filter(own =>
    own.every(({ event }, nth) => nth === 0 || event.sequence > (own[nth - 1]?.event.sequence ?? 0)),
  )
  return several.length === 0 ? 0 : inOrder.length / several.length
}

/** The value that this percentage does not exceed. */
export const percentile = (values: readonly number[], of100: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * of100) / 100))] ?? 0
