const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** 48,760 */
export const count = (value: number): string => whole.format(value)
/** The noun for a number: 1 email, 2 emails. */
export const nounFor = (value: number, noun: string): string => (value === 1 ? noun : `${noun}s`)
/** 1 email, 48,760 emails */
export const counted = (value: number, noun: string): string => `${count(value)} ${nounFor(value, noun)}`
/** 48.8K, for axes and narrow columns. */
export const shortCount = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)
/** 98.2 %; rates below 1 % get two decimals, 0 % and 100 % none. */
export function percent(rate: number): string {
  const value = rate * 100
  const digits = value === 0 || value >= 99.95 ? 0 : value < 1 ? 2 : 1
  return `${value.toFixed(digits)} %`
}
export const bytes = (size: number): string =>
  size < 1024
    ? `${size} B`
    : size < 1024 ** 2
      ? `${(size / 1024).toFixed(1)} KB`
      : `${(size / 1024 ** 2).toFixed(1)} MB`
