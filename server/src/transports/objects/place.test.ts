import { expect, test } from 'vitest'
import { parseBodiesPlace } from './place.ts'

const amazon = { kind: 's3', bucket: 'bodies', prefix: '', region: 'us-east-1', style: 'host', over: 1024 }

test.each([
  ['postgres', { kind: 'postgres' }],
  ['file:/var/lib/posthorn/bodies', { kind: 'file', folder: '/var/lib/posthorn/bodies', over: 1024 }],
  ['file:///srv/my%20bodies?over=4096', { kind: 'file', folder: '/srv/my bodies', over: 4096 }],
  ['s3://bodies', { ...amazon, endpoint: 'https://s3.us-east-1.amazonaws.com' }],
  ['s3://bodies?region=eu-west-1', { ...amazon, region: 'eu-west-1', endpoint: 'https://s3.eu-west-1.amazonaws.com' }],
  [
    's3://bodies/a/b/?endpoint=http://127.0.0.1:9000/&region=here&over=0',
    { ...amazon, prefix: 'a/b', endpoint: 'http://127.0.0.1:9000', region: 'here', style: 'path', over: 0 },
  ],
  ['s3://bodies?endpoint=https://s3.example.net&style=host', { ...amazon, endpoint: 'https://s3.example.net' }],
])('%s', (text, place) => {
  expect(parseBodiesPlace(text)).toEqual(place)
})

test.each([
  'mysql',
  'file:',
  'file:/',
  'file:/x?ovre=1',
  'file:/x?over=few',
  's3://',
  's3://key:secret@bodies',
  's3://bodies?endpoint=ftp://x',
  's3://bodies?style=dns',
  's3://bodies?endpiont=https://x',
])('%s is invalid', text => {
  expect(parseBodiesPlace(text)).toBeUndefined()
})
