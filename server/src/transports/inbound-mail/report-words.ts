/** Pieces of reports about domains: whatever is none becomes nothing. */
import { oneLine } from '../carriers/one-line.ts'

export const words = (text = ''): string => oneLine(text).slice(0, 200)

export function domainIn(text = ''): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?$/.test(name) ? name : ''
}

/** As much as a domain has in a day; more is no number of anything. */
export const countIn = (text = ''): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0)

export function timeIn(milliseconds: number): Date | undefined {
  const time = new Date(milliseconds)
  return Number.isNaN(time.getTime()) ? undefined : time
}
