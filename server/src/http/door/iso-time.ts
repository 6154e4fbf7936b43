import { isTimestamp } from '@posthorn/contract/formats'

const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?(?:Z|([+-]\d\d):?(\d\d))?)?$/

/**
 * A day, or a time with any offset, as other services take it; without an offset, UTC. Checked on the text: `new Date` would turn
 * 30 February into 2 March, and read a time without an offset in the machine's own zone.
 */
export function timeOfIso(text: string): Date | undefined {
  const [, day, minute = '00:00', second = '00', hours = '+00', minutes = '00'] = form.exec(text) ?? []
  if (day === undefined || !isTimestamp(`${day}T${minute}:${second}Z`)) return undefined
  const time = new Date(`${day}T${minute}:${second}${hours}:${minutes}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
