/** Hands on what the peer delivers. Nothing is confirmed before it is committed, except what can never be. */
import type { Logger } from 'pino'
import type { Arrivals } from '../carrier.ts'
import { statusOk, statusTryAgain } from './command-statuses.ts'
import { type Delivery, readDelivery } from './delivery.ts'
import type { Base } from './message-ids.ts'
import type { Pdu } from './pdu.ts'

export type DeliveriesOptions = { carrier: string; arrivals: Arrivals; receiptIds: Base; log: Logger }

export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #logged = new Set<string>()
  readonly #underWay = new Set<Promise<void>>()
  #isFailing = false
  #isClosing = false

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  /** The status of the answer. */
  async take(pdu: Pdu): Promise<number> {
    // What could not be confirmed any more would come a second time.
    if (this.#isClosing) return statusTryAgain
    const handing = this.#handOn(pdu)
    this.#underWay.add(handing)
    try {
      await handing
      if (this.#isFailing) this.#options.log.info('Deliveries of the carrier are kept again')
      this.#isFailing = false
      return statusOk
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'Deliveries of the carrier cannot be kept')
      this.#isFailing = true
      return statusTryAgain
    } finally {
      this.#underWay.delete(handing)
    }
  }

  /** Takes nothing more, and waits for what it has. */
  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.allSettled([...this.#underWay])
  }

  async #handOn({ fields }: Pdu): Promise<void> {
    const { carrier, arrivals, receiptIds } = this.#options
    const delivery: Delivery = fields
      ? readDelivery(fields, receiptIds)
      : { kind: 'unreadable', why: 'its fields are cut off' }
    switch (delivery.kind) {
      case 'receipt':
        return arrivals.receipt({ carrier, sms: null, ...delivery.receipt })
      case 'inbound':
        return arrivals.inbound({ carrier, carrierId: null, mediaUrls: [], ...delivery.message })
      case 'unreadable':
        return this.#tellOnce(delivery.why)
    }
  }

  /** Confirmed all the same: repeated, it would be no clearer. */
  #tellOnce(why: string): void {
    if (this.#logged.has(why)) return
    this.#logged.add(why)
    this.#options.log.warn({ why }, 'Delivery of the carrier not understood')
  }
}
