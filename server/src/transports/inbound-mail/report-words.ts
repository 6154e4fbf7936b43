/** Parses values in reports about domains. Invalid values become empty. */
import { oneLine } from '../carriers/one-line.ts'

export const words = (text = ''): string => oneLine(text).slice(0, 200)

export function domainIn(text = ''): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?$/.test(name) ? name : ''
}

/** At most nine digits, more than any domain sends in a day. */
export const countIn = (text = ''): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0)

export function timeIn(milliseconds: number): Date | undefined {
  const time = new Date(milliseconds)
  return Number.isNaN(time.getTime()) ? undefined : time
}
