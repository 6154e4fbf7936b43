import { pino } from 'pino'
import { expect, test } from 'vitest'
import { troubleLog } from './trouble-log.ts'

function scene() {
  const clock = { ms: 0 }
  const lines: string[] = []
  const write = (line: string) => {
    const { level, destination, reply } = JSON.parse(line)
    lines.push([level === 40 ? 'fails' : 'well', destination, ...(reply ? [reply] : [])].join(' '))
  }
  const told = troubleLog(pino({ level: 'info' }, { write }), () => clock.ms)
  return {
    lines,
    fails: (name: string) => told.changed({ name, isFailing: true, reply: '454 Authentication failed' }),
    well: (name: string) => told.changed({ name, isFailing: false, reply: null }),
    after(seconds: number) {
      clock.ms += seconds * 1000
      told.catchUp()
    },
  }
}

test('a destination that fails has one line with what it said, and one when it is well again', () => {
  const { lines, fails, well, after } = scene()

  fails('relay')
  after(600)
  well('relay')
  after(600)

  expect(lines).toEqual(['fails relay 454 Authentication failed', 'well relay'])
})

test('one that comes and goes has a line a minute at most, and the last one is true', () => {
  const { lines, fails, well, after } = scene()

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

test('what changed and changed back is not told', () => {
  const { lines, fails, well, after } = scene()

  fails('relay')
  well('relay')
  fails('relay')
  after(120)

  expect(lines).toEqual(['fails relay 454 Authentication failed'])
})

test('what fails again after another worker has told that it was well is told', () => {
  const { lines, fails, after } = scene()

  fails('relay')
  fails('relay')
  after(120)

  expect(lines).toHaveLength(2)
})

test('destinations do not silence one another', () => {
  const { lines, fails } = scene()

  fails('relay')
  fails('direct google')

  expect(lines).toHaveLength(2)
})
