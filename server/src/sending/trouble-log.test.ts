import { pino } from 'pino'
import { expect, test } from 'vitest'
import { troubleLog } from './trouble-log.ts'

function setUp() {
  const clock = { ms: 0 }
  const lines: string[] = []
  const write = (line: string) => {
    const { level, destination, reply } = JSON.parse(line)
    lines.push([level === 40 ? 'fails' : 'well', destination, ...(reply ? [reply] : [])].join(' '))
  }
  const reports = troubleLog(pino({ level: 'info' }, { write }), () => clock.ms)
  return {
    lines,
    fails: (name: string) => reports.changed({ name, isFailing: true, reply: '454 Authentication failed' }),
    well: (name: string) => reports.changed({ name, isFailing: false, reply: null }),
    after(seconds: number) {
      clock.ms += seconds * 1000
      reports.catchUp()
    },
  }
}

test('a failing destination is logged once with its reply, and once when it works again', () => {
  const { lines, fails, well, after } = setUp()

  fails('relay')
  after(600)
  well('relay')
  after(600)

  expect(lines).toEqual(['fails relay 454 Authentication failed', 'well relay'])
})

test('an unstable destination gets at most one line a minute, and the last one is true', () => {
  const { lines, fails, well, after } = setUp()

  for (let nth = 0; nth < 10; nth++) {
    fails('relay')
    after(1)
    well('relay')
    after(1)
  }
  expect(lines).toHaveLength(1)
  after(60)

  expect(lines).toEqual(['fails relay 454 Authentication failed', 'well relay'])
})

test('a change that is reverted within the minute is not logged', () => {
  const { lines, fails, well, after } = setUp()

  fails('relay')
  well('relay')
  fails('relay')
  after(120)

  expect(lines).toEqual(['fails relay 454 Authentication failed'])
})

test('a repeated failure is logged if another worker has logged the recovery between', () => {
  const { lines, fails, after } = setUp()

  fails('relay')
  fails('relay')
  after(120)

  expect(lines).toHaveLength(2)
})

test('destinations do not suppress lines of each other', () => {
  const { lines, fails } = setUp()

  fails('relay')
  fails('direct google')

  expect(lines).toHaveLength(2)
})
