/** How a carrier of the sink misbehaves towards one number. */

export type CarrierAct =
  | 'take'
  /** Says nothing. With `taken`, it has the message all the same. */
  | Readonly<{ after: 'stall' | 'reset'; taken?: boolean }>
  /** An answer in its own form of errors. */
  | Readonly<{ status: number; code?: string; words?: string; taken?: boolean }>
  /** An answer that is nothing of the kind. */
  | Readonly<{ raw: string; status?: number; type?: string; headers?: Record<string, string>; taken?: boolean }>
  /** Takes it, and reports before it answers. */
  | Readonly<{ receiptFirst: 'delivered' | 'failed' }>

/** What to do at each copy for a number: one after the other, then take it. */
export class CarrierScript {
  readonly #acts = new Map<string, CarrierAct[]>()

  set(number: string, acts: readonly CarrierAct[]): void {
    this.#acts.set(number, [...acts])
  }

  next(number: string): CarrierAct {
    return this.#acts.get(number)?.shift() ?? 'take'
  }
}
