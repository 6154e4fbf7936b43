/** How the carrier misbehaves towards one number. */

export type CarrierAct =
  | 'take'
  /** Does not answer. With `taken`, it has the message all the same. */
  | Readonly<{ after: 'stall' | 'reset'; taken?: boolean }>
  /** An answer in the error format of the carrier. */
  | Readonly<{ status: number; code?: string; words?: string; taken?: boolean }>
  /** An answer in no format of the carrier. */
  | Readonly<{ raw: string; status?: number; type?: string; headers?: Record<string, string>; taken?: boolean }>
  /** Takes it, and reports before it answers. */
  | Readonly<{ receiptFirst: 'delivered' | 'failed' }>

/** What to do with each copy for a number: one act after the other, then it takes them. */
export class CarrierScript {
  readonly #acts = new Map<string, CarrierAct[]>()

  set(number: string, acts: readonly CarrierAct[]): void {
    this.#acts.set(number, [...acts])
  }

  next(number: string): CarrierAct {
    return this.#acts.get(number)?.shift() ?? 'take'
  }
}
