import type { SmsAccepted, SmsListItem } from '@posthorn/contract/messages/sms'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { faultyPaths } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { creditsOf, eventTypes, hello, moneyOf, readSms, sendSms, untilSms } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let api: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  api = client(url, organization.test_key)
})

const post = (fields: object, as = api) => as.post('/v1/sms', { ...hello(), ...fields })

async function expectInvalid(fields: object, path: string) {
  const answer = await post(fields)
  expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_error'])
  expect(faultyPaths(answer)).toContain(path)
}

describe('a number', () => {
  test.each(['+14155552671', '+123456789012345', '+1234567'])('%s is valid', async number => {
    expect(await sendSms(api, { to: number })).toMatchObject({ to: number })
    expect(await sendSms(api, { from: number })).toMatchObject({ from: number })
  })

  test.each([
    ...['14155552671', '+04155552671', '+1234567890123456', '+123456', '+', '', '0014155552671'],
    ...['+1 415 555 2671', '+1-415-555-2671', '+1(415)5552671', 'tel:+14155552671', '+14155552671;ext=5'],
    ...['+１４１５５５５２６７１', '+14155552671\n', ' +14155552671', '12345', 'ACME', '++14155552671', '+1415555267x'],
    ...[14_155_552_671, null, ['+14155552671'], {}, true],
  ])('%j is not valid', async number => {
    await expectInvalid({ to: number }, 'to')
    await expectInvalid({ from: number }, 'from')
  })

  test.each([
    ...['+10005550100', '+11235550100', '+2101234567', '+9991234567', '+44770090', '+4407700900123'],
    '+3361234567',
  ])('%s cannot exist: it is refused with a reason, and costs nothing', async number => {
    const { balance, sms_consumed } = await creditsOf(live)

    await expectInvalid({ to: number }, 'to')
    await expectInvalid({ from: number }, 'from')
    const { status, body } = await post({ to: number }, live)

    expect([status, body.code]).toEqual([400, 'validation_error'])
    expect(JSON.stringify(body.details)).toMatch(/must (begin with|have)/)
    expect(await creditsOf(live)).toMatchObject({ balance, sms_consumed })
  })

  test('is required for both, and a sender cannot write to itself', async () => {
    await expectInvalid({ to: undefined }, 'to')
    await expectInvalid({ from: undefined }, 'from')
    await expectInvalid({ to: '+14155550100', from: '+14155550100' }, 'to')
  })
})

describe('a text', () => {
  test.each([
    ['', 'nothing'],
    ['   ', 'spaces'],
    ['\n\t ', 'white space'],
  ])('%j is not one: %s', async body => {
    await expectInvalid({ body }, 'body')
    await expectInvalid({ body, media_urls: [] }, 'body')
  })

  test.each([['a\u0000b'], ['\ud800'], ['a\udc00b']])('%j cannot be stored and is refused', async body => {
    expect((await post({ body })).status).toBe(400)
  })

  test.each([[1], [null], [true], [{}], [['x']]])('%j is not a text', body => expectInvalid({ body }, 'body'))

  test('is required unless there is media', async () => {
    expect((await post({ body: undefined })).status).toBe(400)
    expect((await post({ body: undefined, media_urls: [] })).status).toBe(400)
  })

  test.each([
    'Hello, Ada.',
    '  kept as it is \n',
    'Grüße, Ωmega & €100 {ok}',
    '日本語 ☃ 👩‍👩‍👧 e\u0301',
    '\u202etxet',
    '<b>&amp;',
  ])('%j is stored to the letter', async body => {
    const { id, body: acknowledged } = await sendSms(api, { body })

    expect(acknowledged).toBe(body)
    expect((await readSms(api, id)).body).toBe(body)
  })
})

/** 160 or 153 septets, 70 or 67 UTF-16 units; a pair is never split. */
const segments: [name: string, body: string, count: number][] = [
  ['one letter', 'a', 1],
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['1,530 letters', 'a'.repeat(1_530), 10],
  ['160 of the rare letters of GSM', '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà\r\n'.repeat(4).slice(0, 160), 1],
  ['80 of the extension', '€'.repeat(80), 1],
  ['81 of the extension', '€'.repeat(81), 2],
  ['all of the extension', '^{}\\[~]|€'.repeat(8) + 'a'.repeat(16), 1],
  ['all of the extension and one too many', '^{}\\[~]|€'.repeat(8) + 'a'.repeat(17), 2],
  // 76 pairs fill 152 of 153: the 153rd is left empty twice.
  ['152 of the extension', '€'.repeat(152), 2],
  ['153 of the extension', '€'.repeat(153), 3],
  ['a pair at the end of the first segment', `${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
  ['a pair at the end of the first segment, and one letter more', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 Cyrillic letters', 'ы'.repeat(70), 1],
  ['71 Cyrillic letters', 'ы'.repeat(71), 2],
  ['134 Cyrillic letters', 'ы'.repeat(134), 2],
  ['135 Cyrillic letters', 'ы'.repeat(135), 3],
  ['670 Cyrillic letters', 'ы'.repeat(670), 10],
  ['one curly quote among 70', `${'a'.repeat(69)}’`, 1],
  ['one curly quote among 71', `${'a'.repeat(70)}’`, 2],
  ['35 faces', '😀'.repeat(35), 1],
  ['36 faces', '😀'.repeat(36), 2],
  // 33 pairs fill 66 of 67.
  ['66 faces', '😀'.repeat(66), 2],
  ['67 faces', '😀'.repeat(67), 3],
  ['a letter with its accent apart', 'e\u0301'.repeat(35), 1],
  ['a backtick, which GSM lacks', `${'`'.repeat(70)}`, 1],
  ['a tab, which GSM lacks', `${'a\t'.repeat(36)}`, 2],
  ['ç, which GSM has only in capitals', `${'ç'.repeat(71)}`, 2],
]

test.each(segments)('%s', async (_name, body, count) => {
  const accepted = await sendSms(api, { body })

  expect([accepted.segments_count, accepted.credits_consumed]).toEqual([count, count * 10])
  expect((await readSms(api, accepted.id)).segments_count).toBe(count)
})

describe('too long a text', () => {
  const tooLong = async (body: string, fields: object = {}) => {
    const answer = await post({ body, ...fields })
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'message_too_long'])
    return answer.body.message
  }

  test('of more than 10 segments is refused', async () => {
    await tooLong('a'.repeat(1_531))
    await tooLong('€'.repeat(761))
  })

  test('names the character that made it long', async () => {
    expect(await tooLong(`${'a'.repeat(700)}’${'ы'.repeat(5)}`)).toContain('’')
    expect(await tooLong('😀'.repeat(331))).toContain('😀')
    expect(await tooLong('a'.repeat(1_601))).not.toMatch(/GSM/)
  })

  test('has at most 1,600 characters, with media too, and a character counts once whatever it consists of', async () => {
    const media_urls = ['https://cdn.example.com/cat.png']
    for (const body of ['a'.repeat(1_600), '😀'.repeat(1_600)]) {
      expect(await sendSms(api, { body, media_urls })).toMatchObject({ body, segments_count: 1 })
      await tooLong(`${body}!`, { media_urls })
    }
  })
})

describe('media', () => {
  const link = (nth: number) => `https://cdn.example.com/${nth}.png`
  const links = (count: number) => Array.from({ length: count }, (_, nth) => link(nth))

  test.each([1, 10])('%i make an MMS of one segment, with or without a text', async count => {
    const media_urls = links(count)
    for (const body of ['', undefined, 'a'.repeat(400)]) {
      const accepted = await sendSms(api, { body, media_urls })

      expect(accepted).toMatchObject({ body: body ?? '', segments_count: 1, credits_consumed: 30 })
      expect((await untilSms(api, accepted.id)).media_urls).toEqual(media_urls)
    }
  })

  test('none are the same as no field', async () => {
    expect(await sendSms(api, { media_urls: [] })).toMatchObject({ segments_count: 1, credits_consumed: 10 })
  })

  test.each([
    [links(11), 'media_urls'],
    [['http://cdn.example.com/1.png'], 'media_urls.0'],
    [[link(1), 'nonsense'], 'media_urls.1'],
    [[''], 'media_urls.0'],
    [['ftp://cdn.example.com/1.png'], 'media_urls.0'],
    [['javascript:alert(1)'], 'media_urls.0'],
    [[1], 'media_urls.0'],
    [link(1), 'media_urls'],
    [null, 'media_urls'],
    [{}, 'media_urls'],
  ])('%j are refused', (media_urls, path) => expectInvalid({ media_urls }, path))
})

describe('a field', () => {
  test('that is unknown is ignored, and the answer says so', async () => {
    const fields = { status: 'delivered', credits_consumed: 0, id: 'mine', created_at: '2020-01-01T00:00:00Z', foo: 1 }

    const answer = await api.post<SmsAccepted>('/v1/sms', { ...hello(), ...fields })

    expect(answer.status).toBe(200)
    expect(String(answer.headers['x-ignored-fields']).split(/, ?/).toSorted()).toEqual(Object.keys(fields).toSorted())
    expect(answer.body.credits_consumed).toBe(10)
    expect(answer.body.id).not.toBe('mine')
    expect(answer.body.created_at > '2025').toBe(true)
  })

  test.each([
    ['media_url', 'media_urls'],
    ['mediaUrls', 'media_urls'],
    ['Body', 'body'],
    ['bdy', 'body'],
    ['To', 'to'],
    ['From', 'from'],
    ['form', 'from'],
  ])('%s is refused, and %s is named', async (given, meant) => {
    const answer = await post({ [given]: 'https://cdn.example.com/1.png' })

    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.details)).toContain(`did you mean ${meant}?`)
  })
})

describe('with a live key and nothing set up', () => {
  test('a message is stored, marked as delivered, and shows its amounts to the last digit', async () => {
    const before = await creditsOf(live)
    const asked = hello()

    const accepted = await sendSms(live, asked)

    expect(accepted).toMatchObject({ ...asked, segments_count: 1, credits_consumed: 10, status: 'processing' })
    expect(accepted.workflow_id).toBeTruthy()
    const read = await untilSms(live, accepted.id)
    expect(read).toMatchObject({ ...asked, segments_count: 1, direction: 'outbound', media_urls: [] })
    expect(read.created_at).toBe(accepted.created_at)
    expect(eventTypes(read)).toEqual(['sent', 'delivered'])
    expect(read.events[0]?.data.carrier).toBe('capture')
    const { created_at, sent_at, delivered_at } = read
    expect([created_at, sent_at, delivered_at]).toEqual([created_at, sent_at, delivered_at].toSorted())
    expect(moneyOf(read)).toEqual([10, 0.01, 0.0072, 0.0028])
    expect(await creditsOf(live)).toMatchObject({
      balance: before.balance - 10,
      sms_consumed: before.sms_consumed + 10,
      total_consumed: before.total_consumed + 10,
      email_consumed: before.email_consumed,
      current_hour_usage: before.current_hour_usage + 1,
      current_day_usage: before.current_day_usage + 1,
    })
  })

  // 3 × 0.0072 and 0.07 − 0.0504 are not exact in binary fractions.
  test.each<[fields: object, money: number[]]>([
    [{ body: 'a'.repeat(307) }, [30, 0.03, 0.0216, 0.0084]],
    [{ body: 'a'.repeat(1_000) }, [70, 0.07, 0.0504, 0.0196]],
    [{ media_urls: ['https://cdn.example.com/1.png'] }, [30, 0.03, 0.018, 0.012]],
  ])('%j costs %j', async (fields, money) => {
    const { id } = await sendSms(live, fields)

    expect(moneyOf(await untilSms(live, id))).toEqual(money)
  })

  test('a number of another country has another price, and the charge never falls below the cost', async () => {
    for (const to of ['+447700900123', '+491711234567', '+998901234567']) {
      const [{ id: one }, { id: three }] = [
        await sendSms(live, { to }),
        await sendSms(live, { to, body: 'ы'.repeat(135) }),
      ]
      const [single, triple] = [await untilSms(live, one), await untilSms(live, three)]

      expect(single.credits_consumed).not.toBe(10)
      expect(triple.credits_consumed).toBe(3 * single.credits_consumed)
      for (const { credits_consumed, customer_charge_dollars, carrier_total_cost, margin_dollars } of [
        single,
        triple,
      ]) {
        expect(customer_charge_dollars).toBe(credits_consumed / 1_000)
        expect(margin_dollars).toBeCloseTo(customer_charge_dollars - carrier_total_cost, 9)
        expect(margin_dollars).toBeGreaterThan(0)
        expect(`${margin_dollars}`, 'a decimal number without a tail').toMatch(/^0\.\d{1,6}$/)
      }
    }
  })

  test('a refused message is neither stored nor charged', async () => {
    const [to, before] = [newPhoneNumber(), await creditsOf(live)]

    for (const fields of [{ body: '' }, { body: 'a'.repeat(1_601) }, { media_url: 'x' }, { from: to }])
      expect((await post({ to, ...fields }, live)).status).toBe(400)

    expect(await creditsOf(live)).toEqual(before)
    expect(await readAll<SmsListItem>(live, `/v1/sms?to=${encodeURIComponent(to)}`)).toEqual([])
  })
})
