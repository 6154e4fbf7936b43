const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** 48,760 */
export const count = (value: number): string => whole.format(value)
/** 48.8K, for axes and narrow places. */
export const shortCount = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)
/** 98.2 %, with more digits where they matter. */
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
