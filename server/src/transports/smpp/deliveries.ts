/** Passes on the peer's deliveries. Each is confirmed after it is committed; unreadable ones are confirmed at once. */
import type { Logger } from 'pino'
import type { Arrivals } from '../carrier.ts'
import { statusOk, statusTryAgain } from './command-statuses.ts'
import { type Delivery, type DeliveryForms, readDelivery } from './delivery.ts'
import type { Pdu } from './pdu.ts'

export type DeliveriesOptions = { carrier: string; arrivals: Arrivals; forms: DeliveryForms; log: Logger }

export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #logged = new Set<string>()
  readonly #inProgress = new Set<Promise<void>>()
  #isFailing = false
  #isClosing = false

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  /** Returns the status to answer with. */
  async take(pdu: Pdu): Promise<number> {
    // It could no longer be confirmed, and would be delivered twice.
    if (this.#isClosing) return statusTryAgain
    const passing = this.#passOn(pdu)
    this.#inProgress.add(passing)
    try {
      await passing
      if (this.#isFailing) this.#options.log.info('Deliveries of the carrier are stored again')
      this.#isFailing = false
      return statusOk
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'Deliveries of the carrier cannot be stored')
      this.#isFailing = true
      return statusTryAgain
    } finally {
      this.#inProgress.delete(passing)
    }
  }

  /** Stops accepting deliveries, and waits for those in progress. */
  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.allSettled([...this.#inProgress])
  }

  async #passOn({ fields }: Pdu): Promise<void> {
    const { carrier, arrivals, forms } = this.#options
    const delivery: Delivery = fields
      ? readDelivery(fields, forms)
      : { kind: 'unreadable', why: 'its fields are truncated' }
    switch (delivery.kind) {
      case 'receipt':
        return arrivals.receipt({ carrier, sms: null, ...delivery.receipt })
      case 'inbound':
        return arrivals.inbound({ carrier, carrierId: null, mediaUrls: [], ...delivery.message })
      case 'unreadable':
        return this.#logOnce(delivery.why)
    }
  }

  /** Confirmed anyway: a repeated delivery would be just as unreadable. */
  #logOnce(why: string): void {
    if (this.#logged.has(why)) return
    this.#logged.add(why)
    this.#options.log.warn({ why }, 'Delivery of the carrier not understood')
  }
}
