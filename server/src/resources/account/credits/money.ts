/** Credits have at most three decimals. They are counted in whole thousandths, so that sums and comparisons are exact. */
export type Thousandths = number

/** The maximum balance in credits: its thousandths are far below 2^53, the limit of exact integers. */
export const maxCredits = 1_000_000_000_000

export const toThousandths = (credits: number): Thousandths => Math.round(credits * 1_000)

export const toCredits = (thousandths: Thousandths): number => thousandths / 1_000

export const describeCredits = (credits: number): string =>
  `${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}`
