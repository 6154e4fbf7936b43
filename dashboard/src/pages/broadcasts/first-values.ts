/** Default values of a new broadcast. */
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' })

export const firstName = (now: number): string => `Broadcast of ${dayOfYear.format(now)}`

type Domain = { name: string; verified_at: string | null }

/** An address at a verified domain; otherwise at any domain. */
export function firstSender(domains: readonly Domain[]): string | undefined {
  const domain = domains.find(({ verified_at }) => verified_at !== null) ?? domains[0]
  return domain && `news@${domain.name}`
}
