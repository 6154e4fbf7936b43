import { type Delay, type Duration, type TimeOfDay, weekdays } from './definition.ts'
import { longestMs, millisecondsOf, parseDuration } from './duration.ts'
import { complain, fieldsOf, given, optional, type Place, readFilledList, readOneOf, readText } from './reading.ts'
import { isTimezone } from './zone.ts'

const units = ['seconds', 'minutes', 'hours', 'days'] as const
const durations = [...units, 'duration'] as const
const delays = [...durations, 'until'] as const

export function readDelay(place: Place): Delay {
  const [name, value] = readOnly(place, delays) ?? []
  if (!name || !value) return { seconds: 1 }
  return name === 'until' ? { until: readTimeOfDay(value) } : readDurationField(name, value)
}

export function readDuration(place: Place): Duration {
  const [name, value] = readOnly(place, durations) ?? []
  return name && value ? readDurationField(name, value) : { seconds: 1 }
}

/** Which of the names is given, if it is exactly one. */
function readOnly<K extends string>(place: Place, names: readonly K[]): [K, Place] | undefined {
  const before = place.faults.length
  const field = fieldsOf(place, names)
  const [name, ...others] = names.filter(one => field(one).value !== undefined)
  if (name !== undefined && others.length === 0) return [name, field(name)]
  // Of a slip in a name it has been said already what was meant.
  if (place.faults.length === before) complain(place, `needs exactly one of ${names.join(', ')}`)
  return undefined
}

function readDurationField(name: (typeof durations)[number], place: Place): Duration {
  const duration = name === 'duration' ? readIsoDuration(place) : readAmount(name, place)
  if (!duration) return { seconds: 1 }
  const milliseconds = millisecondsOf(duration)
  if (milliseconds < 1_000) complain(place, 'must be at least a second')
  if (milliseconds > longestMs) complain(place, 'must be at most 366 days')
  return duration
}

function readIsoDuration(place: Place): Duration | undefined {
  const { value } = place
  if (typeof value === 'string' && parseDuration(value) !== undefined) return { duration: value }
  complain(place, 'must be a duration such as P3DT2H, of weeks, days, hours, minutes and seconds')
  return undefined
}

function readAmount(unit: (typeof units)[number], place: Place): Duration | undefined {
  const { value } = place
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    complain(place, 'must be a number')
    return undefined
  }
  // One by one: a computed key would be any string to the compiler.
  if (unit === 'seconds') return { seconds: value }
  if (unit === 'minutes') return { minutes: value }
  return unit === 'hours' ? { hours: value } : { days: value }
}

function readTimeOfDay(place: Place): TimeOfDay {
  const field = fieldsOf(place, ['time', 'timezone', 'weekdays'])
  return given({
    time: readTime(field('time')),
    timezone: readTimezone(field('timezone')),
    weekdays: optional(field('weekdays'), list => readFilledList(list, 7, one => readOneOf(one, weekdays))),
  })
}

function readTime(place: Place): string {
  const { value } = place
  if (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value
  complain(place, value === undefined ? 'is required' : 'must be a time of day such as 09:30')
  return '00:00'
}

export function readTimezone(place: Place): string {
  const name = readText(place, 64)
  if (name === '' || isTimezone(name)) return name || 'UTC'
  complain(place, 'must be the name of a time zone such as Europe/Berlin or UTC')
  return 'UTC'
}
