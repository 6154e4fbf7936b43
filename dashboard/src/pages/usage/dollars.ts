const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const smallDollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 3 })

/** A credit is a tenth of a cent; fractions of a cent are shown in full. */
export function dollarsOf(credits: number): string {
  const isWhole = credits % 10 === 0 || Math.abs(credits) >= 10_000
  return (isWhole ? dollars : smallDollars).format(credits / 1000)
}
