/** As much as the database holds of one message: nobody takes more for it, and nobody counts finer. */
const amountPattern = /^-?(\d{1,5}(?:\.\d{1,9})?)$/

/** What a carrier takes, as the port wants it. Some write a debit as a negative number. Nothing for another currency. */
export function dollars(amount: string, currency: string): { cost?: string } {
  const [, cost] = amountPattern.exec(amount) ?? []
  return cost !== undefined && currency.toUpperCase() === 'USD' ? { cost } : {}
}
