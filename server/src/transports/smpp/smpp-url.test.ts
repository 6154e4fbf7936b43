import { expect, test } from 'vitest'
import { parseSmppUrl } from './smpp-url.ts'

test.each([
  ['smpp://us:secret@smsc.example', 'off', 2775],
  ['smpp://us:secret@smsc.example:12775', 'off', 12775],
  ['ssmpp://us:secret@smsc.example', 'checked', 3550],
  ['ssmpp://us:secret@smsc.example?tls=insecure', 'unchecked', 3550],
])('%s means TLS %s and port %i', (url, tls, port) => {
  expect(parseSmppUrl(url)).toMatchObject({ host: 'smsc.example', tls, port })
})

test('options have defaults', () => {
  expect(parseSmppUrl('smpp://us:secret@smsc.example')).toEqual({
    host: 'smsc.example',
    port: 2775,
    tls: 'off',
    systemId: 'us',
    password: 'secret',
    systemType: '',
    serviceType: '',
    window: 50,
    rate: null,
    source: null,
    sourceTon: null,
    sourceNpi: null,
    destTon: 1,
    destNpi: 1,
    ids: { answers: 'exact', receipts: 'exact' },
    countryCode: null,
  })
})

test('every option can be set', () => {
  const query =
    'window=10&rate=100&system_type=VMS&service_type=WAP&source=ACME&source_ton=5&source_npi=0&dest_ton=0&dest_npi=8&ids=hex-decimal&country_code=49'

  expect(parseSmppUrl(`smpp://us:secret@smsc.example?${query}`)).toMatchObject({
    window: 10,
    rate: 100,
    systemType: 'VMS',
    serviceType: 'WAP',
    source: 'ACME',
    sourceTon: 5,
    sourceNpi: 0,
    destTon: 0,
    destNpi: 8,
    ids: { answers: 'hex', receipts: 'decimal' },
    countryCode: '49',
  })
})

test('system id and password are percent-decoded', () => {
  expect(parseSmppUrl('smpp://a%40b:p%3As%2Fw%25@smsc.example')).toMatchObject({ systemId: 'a@b', password: 'p:s/w%' })
})

test('an IPv6 address loses its brackets', () => {
  expect(parseSmppUrl('smpp://us:secret@[::1]:2776')).toMatchObject({ host: '::1', port: 2776 })
})

test.each([
  ['hunter2', /smpp:\/\/ or ssmpp:\/\//],
  ['http://us:hunter2@smsc.example', /smpp:\/\/ or ssmpp:\/\//],
  ['smpp://us:hunter2@', /host/],
  ['smpp://smsc.example?source=hunter2', /system id/],
  ['smpp://us%00:hunter2@smsc.example', /system id must be/],
  ['smpp://us:hunter2%0@smsc.example', /%25/],
  ['smpp://us:hunter2@smsc.example?window=0', /window must be a whole number from 1 to 1000/],
  ['smpp://us:hunter2@smsc.example?window=many', /window/],
  ['smpp://us:hunter2@smsc.example?rate=1e3', /rate/],
  ['smpp://us:hunter2@smsc.example?source_ton=256', /source_ton/],
  ['smpp://us:hunter2@smsc.example?source=M%C3%BCller', /source must be/],
  ['smpp://us:hunter2@smsc.example?ids=octal', /ids must be one of/],
  ['smpp://us:hunter2@smsc.example?country_code=999', /country_code must be/],
  ['smpp://us:hunter2@smsc.example?country_code=%2B49', /country_code must be/],
  ['smpp://us:hunter2@smsc.example?country_code=491', /country_code must be/],
  ['smpp://us:hunter2@smsc.example?tls=insecure', /ssmpp/],
  ['ssmpp://us:hunter2@smsc.example?tls=off', /insecure/],
  ['smpp://us:hunter2@smsc.example?windows=3', /windows is not one of window, rate/],
])('%s is refused with the reason and without the password', (url, why) => {
  expect(() => parseSmppUrl(url)).toThrow(why)
  expect(() => parseSmppUrl(url)).not.toThrow(/hunter2/)
})
