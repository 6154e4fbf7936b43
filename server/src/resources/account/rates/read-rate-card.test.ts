import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseDollars } from './dollars.ts'
import { readRateCard } from './read-rate-card.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-rates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'card.json')
const read = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readRateCard(file)
}
/** The faults that are reported for the file. */
function faultsOf(content: unknown): string[] {
  try {
    read(content)
  } catch (error) {
    const [first, ...lines] = String((error as Error).message).split('\n')
    expect(first).toBe(`The rate card ${file} cannot be used:`)
    return lines.map(line => line.trim())
  }
  return []
}

const rate = { credits_per_segment: 10, credits_per_mms: 30.5, cost_per_segment: '0.0072', cost_per_mms: '0.018' }
const valid = { email: { credits: 1 }, sms: { '+1': rate, default: rate } }
const withRate = (changed: object) => ({ ...valid, sms: { ...valid.sms, '+44': { ...rate, ...changed } } })

test('a custom card is read, and its notes are ignored', () => {
  const card = read({ ...withRate({ about: 'United Kingdom', credits_per_segment: 0.125 }), about: 'Ours' })

  expect(card.sms.byPrefix.get('+44')).toEqual({
    creditsPerSegment: 0.125,
    creditsPerMms: 30.5,
    costPerSegment: parseDollars('0.0072'),
    costPerMms: parseDollars('0.018'),
  })
  expect([...card.sms.byPrefix.keys()]).toEqual(['+1', '+44'])
  expect(card.email).toEqual({ credits: 1 })
})

const credits = 'a number of credits from 0 to 1000000, with at most 3 decimals'
const dollars = 'dollars in quotes such as "0.0072", from "0" to "1000", with at most 9 decimals'

test.each([
  ['a negative price', withRate({ credits_per_mms: -1 }), `sms.+44.credits_per_mms must be ${credits}`],
  ['too fine a price', withRate({ credits_per_mms: 1.0005 }), `sms.+44.credits_per_mms must be ${credits}`],
  ['too high a price', withRate({ credits_per_mms: 1e6 + 1 }), `sms.+44.credits_per_mms must be ${credits}`],
  ['a price in quotes', withRate({ credits_per_mms: '1' }), `sms.+44.credits_per_mms must be ${credits}`],
  ['a negative cost', withRate({ cost_per_mms: '-0.1' }), `sms.+44.cost_per_mms must be ${dollars}`],
  ['a cost that JSON may round', withRate({ cost_per_mms: 0.1 }), `sms.+44.cost_per_mms must be ${dollars}`],
  ['too fine a cost', withRate({ cost_per_mms: '0.0123456789' }), `sms.+44.cost_per_mms must be ${dollars}`],
  ['too high a cost', withRate({ cost_per_mms: '1000.1' }), `sms.+44.cost_per_mms must be ${dollars}`],
  ['a missing cost', withRate({ cost_per_mms: undefined }), `sms.+44.cost_per_mms is required: it must be ${dollars}`],
  [
    'an unknown key',
    withRate({ color: 'red' }),
    'sms.+44.color is not a field; expected credits_per_segment, credits_per_mms, cost_per_segment, cost_per_mms, about',
  ],
  ['another spelling', withRate({ costPerMms: '1' }), 'sms.+44.costPerMms is not a field; did you mean cost_per_mms?'],
  [
    'no default',
    { ...valid, sms: { '+1': rate } },
    'sms.default is required: it must be an object with credits_per_segment, credits_per_mms, cost_per_segment, cost_per_mms',
  ],
  [
    'a prefix without its plus',
    { ...valid, sms: { ...valid.sms, '44': rate } },
    'sms.44 is not a field; expected default, about, a prefix such as "+44"',
  ],
  [
    'a prefix with a zero',
    { ...valid, sms: { ...valid.sms, '+044': rate } },
    'sms.+044 is not a field; expected default, about, a prefix such as "+44"',
  ],
  [
    'a slip of the finger',
    { ...valid, sms: { ...valid.sms, defualt: rate } },
    'sms.defualt is not a field; did you mean default?',
  ],
  [
    'a rate that is none',
    { ...valid, sms: { ...valid.sms, '+44': 7 } },
    'sms.+44 must be an object with credits_per_segment, credits_per_mms, cost_per_segment, cost_per_mms',
  ],
  ['no email', { sms: valid.sms }, 'email is required: it must be an object such as { "credits": 1 }'],
  ['no credits for email', { ...valid, email: {} }, `email.credits is required: it must be ${credits}`],
  ['a list', [], 'It must be an object with "email" and "sms"'],
  ['nothing', null, 'It must be an object with "email" and "sms"'],
])('%s is reported with its place and what is expected', (_, content, fault) => {
  expect(faultsOf(content)).toEqual([fault])
})

test('all faults are named at once', () => {
  const faults = faultsOf({ emails: {}, sms: { '+1': { ...rate, cost_per_mms: 'x' }, default: {} } })

  expect(faults.map(fault => fault.split(' ')[0])).toEqual([
    'email',
    'emails',
    'sms.default.credits_per_segment',
    'sms.default.credits_per_mms',
    'sms.default.cost_per_segment',
    'sms.default.cost_per_mms',
    'sms.+1.cost_per_mms',
  ])
})

test('a file that is missing or not JSON is named in the error', () => {
  const nowhere = join(folder, 'nowhere.json')

  expect(() => readRateCard(nowhere)).toThrow(`The rate card ${nowhere} cannot be read: there is no file ${nowhere}.`)
  expect(() => read('{ "email": ')).toThrow(`The rate card ${file} is not JSON`)
})

test('the built-in card is found from any directory', () => {
  const module = new URL('./read-rate-card.ts', import.meta.url).href
  const program = `import { readRateCard } from '${module}'; console.log(readRateCard(null).email.credits)`

  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  })

  expect(out).toBe('1\n')
})
