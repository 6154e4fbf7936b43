import { expect, test } from 'vitest'
import { parseSesUrl } from './ses-url.ts'

test('region and access key are enough', () => {
  expect(parseSesUrl('ses://AKIAEXAMPLE@eu-west-1')).toEqual({
    accessKey: 'AKIAEXAMPLE',
    region: 'eu-west-1',
    endpoint: 'https://email.eu-west-1.amazonaws.com',
    configurationSet: null,
    connections: 20,
  })
})

test('options are query parameters', () => {
  const url = 'ses://AKIAEXAMPLE@us-east-1?configuration_set=mine&connections=5&endpoint=https://ses.internal/'

  expect(parseSesUrl(url)).toMatchObject({
    configurationSet: 'mine',
    connections: 5,
    endpoint: 'https://ses.internal',
  })
})

test.each([
  'ses://eu-west-1',
  'ses://AKIAEXAMPLE:secret@eu-west-1',
  'ses://AKIAEXAMPLE@eu-west-1/path',
  'ses://AKIAEXAMPLE@eu_west_1',
  'ses://AKIAEXAMPLE@eu-west-1?endpoint=ftp://host',
  'ses://AKIAEXAMPLE@eu-west-1?connections=0',
  'ses://AKIAEXAMPLE@eu-west-1?configuration-set=mine',
  'smtp://AKIAEXAMPLE@eu-west-1',
  'eu-west-1',
])('%s is invalid', text => {
  expect(parseSesUrl(text)).toBeUndefined()
})
