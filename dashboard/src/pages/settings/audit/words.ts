import type { AuditEntry } from '@posthorn/contract/audit-log'

/** broadcast_rules as “Broadcast rules”. */
export const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const vias: Readonly<Record<AuditEntry['source']['via'], string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  command_line: 'Command line',
}

/** Where the change came from, with the IP address if there is one. */
export const originOf = ({ source: { via, ip_address } }: Pick<AuditEntry, 'source'>): string =>
  ip_address ? `${vias[via]}, ${ip_address}` : vias[via]

/** A field value as shown to people. */
export function valueInWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueInWords).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
