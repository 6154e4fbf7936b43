import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockTimeAt } from '#core/zone.ts'
import { faultOfCron, nextFire } from './schedule.ts'

function firesBetween(cron: string, timezone: string, start: string, end: string): Date[] {
  const fires: Date[] = []
  const last = new Date(end)
  let next = nextFire(cron, timezone, new Date(start))
  while (next && next < last) {
    fires.push(next)
    next = nextFire(cron, timezone, next)
  }
  return fires
}

const minutes = (moments: readonly Date[]) => moments.map(moment => moment.toISOString().slice(0, 16))

describe('on the day of a clock change', () => {
  test.each([
    ['Europe/Berlin', 'forward', '30 2 * * *', '2027-03-27', '2027-03-30', ['27T01:30', '28T01:00', '29T00:30']],
    ['Europe/Berlin', 'back', '30 2 * * *', '2027-10-30', '2027-11-02', ['30T00:30', '31T00:30', '01T01:30']],
    ['America/New_York', 'forward', '30 2 * * *', '2027-03-13', '2027-03-16', ['13T07:30', '14T07:00', '15T06:30']],
    ['America/New_York', 'back', '30 1 * * *', '2027-11-06', '2027-11-09', ['06T05:30', '07T05:30', '08T06:30']],
    ['Australia/Lord_Howe', 'half an hour forward', '15 2 * * *', '2027-10-02', '2027-10-04', ['02T15:30', '03T15:15']],
    ['Australia/Lord_Howe', 'half an hour back', '45 1 * * *', '2027-04-03', '2027-04-05', ['03T14:45', '04T15:15']],
    ['Asia/Kolkata', 'never', '30 2 * * *', '2027-03-27', '2027-03-30', ['27T21:00', '28T21:00', '29T21:00']],
    ['UTC', 'never', '30 2 * * *', '2027-03-27', '2027-03-30', ['27T02:30', '28T02:30', '29T02:30']],
    [
      'America/Havana',
      'forward at midnight',
      '@daily',
      '2027-03-13',
      '2027-03-16',
      ['13T05:00', '14T05:00', '15T04:00'],
    ],
    // 23:00 becomes midnight there: the skipped evening fires in the first minute of the next day.
    [
      'America/Nuuk',
      'forward into the next day',
      '30 23 * * *',
      '2027-03-27',
      '2027-03-30',
      ['27T01:30', '28T01:00', '29T00:30'],
    ],
  ])('%s, %s: %s fires once', (zone, _, cron, start, end, expected) => {
    const fires = firesBetween(cron, zone, `${start}T00:00:00Z`, `${end}T00:00:00Z`)
    expect(minutes(fires).map(text => text.slice(8))).toEqual(expected)
  })

  test.each([
    ['several skipped times fire once', '0,30 2 * * *', '2027-03-28', ['01:00']],
    ['a skipped time and a normal one', '0 2,14 * * *', '2027-03-28', ['01:00', '12:00']],
    [
      'hourly steps lose no hour',
      '0 */2 * * *',
      '2027-03-28',
      ['01:00', '02:00', '04:00', '06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00'],
    ],
    ['a list of times is not repeated', '0,30 2 * * *', '2027-10-31', ['00:00', '00:30']],
    ['an hour of the list is not repeated', '0 2,14 * * *', '2027-10-31', ['00:00', '13:00']],
  ])('in Berlin, %s', (_, cron, day, expected) => {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const fires = firesBetween(cron, 'Europe/Berlin', new Date(midnight - 1).toISOString(), `${day}T23:59:00Z`)
    expect(minutes(fires).map(text => text.slice(11))).toEqual(expected)
  })

  test('a repeated time that has fired does not fire again', () => {
    const shownAgain = new Date('2027-10-31T01:15:00Z')
    expect(nextFire('30 2 * * *', 'Europe/Berlin', shownAgain)).toEqual(new Date('2027-11-01T01:30:00Z'))
  })

  test.each(['2027-03-28', '2027-10-31'])('an hourly schedule fires in every real hour: %s', day => {
    const fires = firesBetween('30 * * * *', 'Europe/Berlin', `${day}T00:00:00Z`, `${day}T12:00:00Z`)
    expect(minutes(fires)).toEqual(
      Array.from({ length: 12 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:30`),
    )
  })
})

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'] as const
const localDate = (moment: Date, zone: string) => new Date(clockTimeAt(moment, zone)).toISOString().slice(0, 10)

test('over two years, a daily schedule fires once on each local date, in order', () => {
  const time = fc.record({
    zone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  })
  fc.assert(
    fc.property(time, ({ zone, hour, minute }) => {
      const fires = firesBetween(`${minute} ${hour} * * *`, zone, '2027-01-02T00:00:00Z', '2028-12-30T00:00:00Z')
      const dates = fires.map(fire => localDate(fire, zone))
      const first = Date.parse(dates[0] ?? '')
      expect(dates).toEqual(dates.map((_, nth) => new Date(first + nth * 86_400_000).toISOString().slice(0, 10)))
      expect(fires.length).toBeGreaterThanOrEqual(727)
      expect(fires.every((fire, nth) => nth === 0 || fire > (fires[nth - 1] ?? fire))).toBe(true)
    }),
    {
      numRuns: 4,
      examples: [
        [{ zone: 'Europe/Berlin', hour: 2, minute: 30 }],
        [{ zone: 'Australia/Lord_Howe', hour: 2, minute: 0 }],
      ],
    },
  )
}, 30_000)

test('for any schedule and time, the next fire is later, on a full minute, and none lies between', () => {
  const field = (most: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min: 0, max: most }).map(String),
      fc.integer({ min: 2, max: 20 }).map(step => `*/${step}`),
    )
  const around = fc.date({
    min: new Date('2027-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(
      field(59),
      field(23),
      fc.constantFrom(...zones),
      around,
      fc.nat(3_600_000),
      (minute, hour, zone, after, more) => {
        const cron = `${minute} ${hour} * * *`
        const next = nextFire(cron, zone, after)
        expect(next?.getTime()).toBeGreaterThan(after.getTime())
        expect((next?.getTime() ?? 0) % 60_000).toBe(0)
        const later = new Date(Math.min(after.getTime() + more, (next?.getTime() ?? 0) - 1))
        expect(nextFire(cron, zone, later)).toEqual(next)
      },
    ),
    { numRuns: 300 },
  )
})

const now = new Date('2027-01-01T00:00:00Z')

test.each([
  '* * * * *',
  '0 9 * * MON-FRI',
  '0 9 * * mon',
  '*/5 8-18 * * 1-5',
  '0 9 1 JAN *',
  '@daily',
  '@weekly',
  '@hourly',
  '0 9 L * *',
  '0 9 * * 1#1',
  '0 0 29 2 *',
])('%s is a valid schedule', cron => expect(faultOfCron(cron, now)).toBeUndefined())

test.each([
  ['', 'must be minute'],
  ['tomorrow', 'must be minute'],
  ['* * * *', 'must be minute'],
  ['0 24 * * *', 'Invalid value for hour: 24'],
  ['61 * * * *', 'minute'],
  ['0 9 32 * *', 'Invalid value for day: 32'],
  ['0 9 0 * *', 'Invalid value for day: 0'],
  ['0 9 1 1-13 *', 'Invalid value for month: 13'],
  ['0 9 * *', 'exactly five space separated parts'],
  ['@reboot', 'must be minute'],
  ['2027-01-01T00:00:00', 'must be minute'],
  ['0 0 9 * * *', 'without seconds'],
  ['0 9 30 2 *', 'no such date'],
  [`0 9 ${'1,'.repeat(10_000)}1 * *`, 'must be minute'],
])('%s is refused with the reason', (cron, why) => expect(faultOfCron(cron, now)).toContain(why))

test('zone names are accepted in any case', () => {
  expect(nextFire('0 * * * *', 'europe/BERLIN', now)).toEqual(new Date('2027-01-01T01:00:00Z'))
})
