/** A duration in the API's format: 90m, 6h. */
export const spanUnits = [
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
] as const
export type SpanUnit = (typeof spanUnits)[number]['value']

const longest = { m: 9_999, h: 168 }

export const spanOf = (text: string | undefined): { amount: number; unit: SpanUnit } | undefined => {
  const [, amount, unit] = /^(\d+)([mh])$/.exec(text ?? '') ?? []
  return amount === undefined ? undefined : { amount: Number(amount), unit: unit === 'm' ? 'm' : 'h' }
}

/** Undefined if the API would not accept it. */
export const spanText = (amount: number, unit: SpanUnit): string | undefined =>
  Number.isInteger(amount) && amount >= 1 && amount <= longest[unit] ? `${amount}${unit}` : undefined

/** “6 hours”, “1 minute”. */
export function spanWords(text: string): string {
  const span = spanOf(text)
  if (!span) return text
  const word = span.unit === 'm' ? 'minute' : 'hour'
  return `${span.amount} ${span.amount === 1 ? word : `${word}s`}`
}
