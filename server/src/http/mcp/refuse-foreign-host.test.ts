import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { refuseForeignHost } from './refuse-foreign-host.ts'

const publicUrl = 'https://posthorn.example.com'
// `as`: only the headers are read.
const ask = (headers: object) => () => refuseForeignHost({ headers } as FastifyRequest, publicUrl)

test.each([
  { host: 'posthorn.example.com' },
  { host: 'posthorn.example.com:8443', origin: 'https://posthorn.example.com' },
  { host: 'localhost:3000', origin: 'http://localhost:6274' },
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: '192.0.2.7:3000', origin: 'http://192.0.2.7:3000' },
])('%j passes', headers => {
  expect(ask(headers)).not.toThrow()
})

test.each([
  {},
  { host: '' },
  { host: 'rebound.example' },
  { host: 'posthorn.example.com.rebound.example' },
  { host: 'localhost.rebound.example' },
  { host: 'user@rebound.example' },
  { host: 'posthorn.example.com', origin: 'https://rebound.example' },
  { host: 'localhost:3000', origin: 'null' },
  { host: '127.0.0.1:3000', origin: 'http://192.0.2.9' },
])('%j is refused', headers => {
  expect(ask(headers)).toThrow()
})
