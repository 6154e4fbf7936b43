import { Refusal } from '#core/refusal.ts'

/** Another contact has the address or the number. */
export class ContactExists extends Refusal {
  readonly holderId: string

  constructor(holderId: string) {
    super('contact_exists', { details: { id: holderId } })
    this.holderId = holderId
  }
}
