import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmailAddress, isHttpsUrl, isHttpUrl, isLine, isPhoneNumber, isTimestamp } from './formats.ts'

const label63 = 'b'.repeat(63)
const ofLength = (length: number) => `a@${'b.'.repeat(100)}${'c'.repeat(length - 205)}.co`.padEnd(length, 'x')
const hostile = ['a', '.', '@', '-', '0', ' ', '\u0000', 'a@', 'a.', '1:', '+1', 'é', '😀'].map(s =>
  s.repeat(1_000_000),
)

/** CPU time of this thread, the minimum of three runs, so other load and garbage collection do not count. */
function milliseconds(work: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const start = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...tries)
}

type Row = readonly [number | string, string]

/** Each row with a short title. The numbers are the rows of our list of edge cases. */
const titled = (rows: readonly Row[]) =>
  rows.map(([row, text]) => [`${row} ${JSON.stringify(text).slice(0, 60)}`, text] as const)

describe('an email address', () => {
  test.each(
    titled([
      [1, 'a@b.co'],
      [2, 'A@B.CO'],
      [3, 'a.b@b.co'],
      [30, 'a=b@b.co'],
      [31, 'a/b@b.co'],
      [32, 'a!b@b.co'],
      [33, 'a&b@b.co'],
      [34, 'a~b@b.co'],
      [56, 'a@xn--bcher-kva.example'],
      [66, `a@${label63}.co`],
      [68, ofLength(254)],
      ['a plus', 'ada+news@b.co'],
      ['a local part of 64', `${'a'.repeat(64)}@b.co`],
      ['a top label of two letters', 'a@b.c.de'],
    ]),
  )('is accepted: %s', (_, text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  test.each(
    titled([
      [4, '.a@b.co'],
      [5, 'a..b@b.co'],
      [6, 'a.@b.co'],
      [7, 'a@b..co'],
      [8, 'a@b'],
      [9, 'a@localhost'],
      [11, 'a@b.c1'],
      [12, 'a@b.1c'],
      [13, 'a@127.0.0.1'],
      [14, 'a@[127.0.0.1]'],
      [15, 'a@[IPv6:::1]'],
      [19, 'a@-b.co'],
      [20, 'a@b-.co'],
      [21, 'a@b_c.co'],
      [22, 'a@b.co.'],
      [23, 'a@.b.co'],
      [35, '"a b"@b.co'],
      [36, '"x@gmail.com x"@b.co'],
      [37, 'a(x)@b.co'],
      [38, 'a@b.co(x)'],
      [39, 'user@good.co(x)evil.co'],
      [43, 'a@b.co\n'],
      [44, 'a@b.co\r\nBcc: x@y.zz'],
      [45, 'a\u0000@b.co'],
      [46, 'a@b.co,c@d.ee'],
      [47, 'a@b.co;c@d.ee'],
      [48, 'g: a@b.co;'],
      [49, '<a@b.co>'],
      [50, 'Name <a@b.co>'],
      [51, 'a@b@c.co'],
      [52, '@b.co'],
      [53, 'a@'],
      [54, ''],
      [55, 'a'],
      [63, 'a@b.xn--p1ai'],
      [67, `a@b${label63}.co`],
      [69, ofLength(255)],
      ['a local part of 65', `${'a'.repeat(65)}@b.co`],
      ['a top label of one letter', 'a@b.c'],
      ['a leading space', ' a@b.co'],
      ['letters beyond ASCII', 'ä@b.co'],
      ['a domain beyond ASCII', 'a@bücher.de'],
    ]),
  )('is refused: %s', (_, text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  test('made of atoms and labels is always accepted', () => {
    const atom = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,10}$/)
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
    const top = fc.stringMatching(/^[A-Za-z]{2,10}$/)
    const parts = fc.tuple(
      fc.array(atom, { minLength: 1, maxLength: 5 }),
      fc.array(label, { minLength: 1, maxLength: 5 }),
      top,
    )

    fc.assert(
      fc.property(parts, ([atoms, labels, last]) => {
        expect(isEmailAddress(`${atoms.join('.')}@${[...labels, last].join('.')}`)).toBe(true)
      }),
    )
  })

  test('that is accepted cannot break a mail header or an SMTP command', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '@', '-', ' ', '\r', '\n', '<', '>', '"', ',', ';', 'é') }),
        text => {
          expect(isEmailAddress(text) && !/^[a.-]+@[a.-]+$/.test(text)).toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.constantFrom('\r', '\n', ' ', '<', '>', '"', ',', ';', '\u0000'), fc.nat(6), (character, at) => {
        const text = 'a@b.co'
        expect(isEmailAddress(text.slice(0, at) + character + text.slice(at))).toBe(false)
      }),
    )
  })
})

describe('a timestamp', () => {
  test.each(
    titled([
      [208, '2027-01-01T00:00:00Z'],
      [209, '2027-01-01T00:00:00.1Z'],
      [210, '2027-01-01T00:00:00.123Z'],
      [211, '2027-01-01T00:00:00.123456Z'],
      [212, '2027-01-01T00:00:00.123456789Z'],
      [213, '2028-02-29T12:00:00Z'],
      [214, '2400-02-29T00:00:00Z'],
      [247, '9999-12-31T23:59:59Z'],
      [248, '9999-12-31T23:59:59.999999999Z'],
      ['the first year', '0001-01-01T00:00:00Z'],
      ['2000, a leap year', '2000-02-29T00:00:00Z'],
    ]),
  )('is accepted: %s', (_, text) => {
    expect(isTimestamp(text)).toBe(true)
  })

  test.each(
    titled([
      [215, '2027-02-29T00:00:00Z'],
      [216, '2100-02-29T00:00:00Z'],
      [217, '2027-04-31T00:00:00Z'],
      [218, '2027-13-01T00:00:00Z'],
      [219, '2027-00-01T00:00:00Z'],
      [220, '2027-01-00T00:00:00Z'],
      [221, '2027-01-32T00:00:00Z'],
      [222, '2027-01-01T24:00:00Z'],
      [223, '2027-01-01T23:59:60Z'],
      [224, '2027-01-01T23:60:00Z'],
      [231, '2027-01-01T00:00Z'],
      [232, '2027-01-01'],
      [233, '2027-01-01T00:00:00.Z'],
      [234, '2027-01-01T00:00:00,5Z'],
      [235, '20270101T000000Z'],
      [236, '2027-W01-1T00:00:00Z'],
      [237, '2027-001T00:00:00Z'],
      [238, '2027-01-01T00:00:00Z '],
      [239, '2027-01-01T00:00:00Z\n'],
      [240, '2027-01-01T00:00:00ZZ'],
      [241, '２０２７-01-01T00:00:00Z'],
      [242, ''],
      [243, '1798761600'],
      [246, '0000-01-01T00:00:00Z'],
      [255, `2027-01-01T00:00:00.${'1'.repeat(1_000_000)}Z`],
      ['ten fraction digits', '2027-01-01T00:00:00.1234567890Z'],
      ['an offset', '2027-01-01T00:00:00+00:00'],
      ['no zone', '2027-01-01T00:00:00'],
      ['a small z', '2027-01-01T00:00:00z'],
      ['a small t', '2027-01-01t00:00:00Z'],
      ['a space instead of T', '2027-01-01 00:00:00Z'],
      ['a sign', '+002027-01-01T00:00:00Z'],
    ]),
  )('is refused: %s', (_, text) => {
    expect(isTimestamp(text)).toBe(false)
  })

  test('written by JavaScript is always accepted', () => {
    const years = {
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }

    fc.assert(
      fc.property(fc.date(years), date => {
        expect(isTimestamp(date.toISOString())).toBe(true)
      }),
    )
  })

  test('is accepted only when the day exists', () => {
    const two = (n: number) => String(n).padStart(2, '0')

    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (y, m, d) => {
          const date = new Date(Date.UTC(y, m - 1, d))
          const exists = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
          expect(isTimestamp(`${y}-${two(m)}-${two(d)}T00:00:00Z`)).toBe(exists)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a phone number', () => {
  test.each(
    titled([
      [271, '+14155552671'],
      [272, '+123456789012345'],
      [273, '+1234567'],
    ]),
  )('is accepted: %s', (_, text) => {
    expect(isPhoneNumber(text)).toBe(true)
  })

  test.each(
    titled([
      [274, '14155552671'],
      [275, '+04155552671'],
      [276, '+1234567890123456'],
      [277, '+123456'],
      [278, '+'],
      [279, ''],
      [280, '0014155552671'],
      [281, '+1 415 555 2671'],
      [282, '+1-415-555-2671'],
      [283, '+1(415)5552671'],
      [284, 'tel:+14155552671'],
      [285, '+14155552671;ext=5'],
      [286, '+１４１５５５５２６７１'],
      [287, '+14155552671\n'],
      [288, '12345'],
      [289, 'ACME'],
    ]),
  )('is refused: %s', (_, text) => {
    expect(isPhoneNumber(text)).toBe(false)
  })
})

describe('a web address', () => {
  test.each([
    ['https://example.com/a.png', true, true],
    ['https://example.com:8443/a?b=c#d', true, true],
    ['HTTPS://EXAMPLE.COM', true, true],
    ['http://127.0.0.1:3000/hook', false, true],
    ['ftp://example.com', false, false],
    ['javascript:alert(1)', false, false],
    ['file:///etc/passwd', false, false],
    ['https:example.com', false, false],
    ['//example.com', false, false],
    ['example.com', false, false],
    ['https://', false, false],
    ['https://exa mple.com', false, false],
    ['https://example.com\\@127.0.0.1/', false, false],
    ['https://example.com:0/', false, false],
    ['https://example..com', false, false],
    ['https://.', false, false],
    ['https://example.com./', true, true],
    [`https://${'a'.repeat(63)}.com`, true, true],
    [`https://${'a'.repeat(64)}.com`, false, false],
    ['https://example.com/\n', false, false],
    [' https://example.com', false, false],
    ['', false, false],
    [`https://example.com/${'a'.repeat(2029)}`, false, false],
  ])('%s: as https %s, as http or https %s', (text, https, http) => {
    expect(isHttpsUrl(text)).toBe(https)
    expect(isHttpUrl(text)).toBe(http)
  })
})

test.each([isEmailAddress, isTimestamp, isPhoneNumber, isHttpsUrl, isHttpUrl, isLine])(
  '%o refuses a megabyte within 10 ms',
  check => {
    for (const text of hostile) {
      expect(milliseconds(() => expect(check(text)).toBe(false))).toBeLessThan(10)
    }
  },
)

describe('one line', () => {
  test.each([
    ['Ada', true],
    ['  Ada Lovelace ', true],
    ['<b>Ada</b>', true],
    ['愛', true],
    ['', false],
    ['   ', false],
    ['Ada\nLovelace', false],
    ['\u202eadA', false],
    ['\tAda', false],
    ['😀'.repeat(100), true],
  ])('%j: %s', (text, expected) => {
    expect(isLine(text)).toBe(expected)
  })
})
