/** The range that the database stores for one message: no carrier charges more, or in finer units. */
const amountPattern = /^-?(\d{1,5}(?:\.\d{1,9})?)$/

/** A carrier's price in the port's format. Some carriers write a debit as a negative number. Empty for another currency. */
export function dollars(amount: string, currency: string): { cost?: string } {
  const [, cost] = amountPattern.exec(amount) ?? []
  return cost !== undefined && currency.toUpperCase() === 'USD' ? { cost } : {}
}
