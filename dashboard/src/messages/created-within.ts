/** The age filter of message lists. */
export const ages = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
] as const

const hours: Record<string, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

export function createdWithin(age: string | undefined, now: number): { created_after?: string } {
  const length = age && hours[age]
  if (!length) return {}
  return { created_after: new Date(now - length * 3_600_000).toISOString() }
}
