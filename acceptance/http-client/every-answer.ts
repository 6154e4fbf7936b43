/**
 * What every answer promises, whatever was asked: an id, no sniffing, and for every refusal one flat shape that reveals nothing
 * about us.
 */
import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { expect } from 'vitest'
import type { Answer } from './answer.ts'

const leaks = /node_modules|\n\s+at |\bSELECT\b|\bpg_|ECONN|postgres:|\/server\/src|\.ts:\d/

export function checkEveryAnswer(answer: Answer<unknown>, { method, path }: { method: string; path: string }): void {
  const { status, headers, text } = answer
  const asked = `${method} ${path.slice(0, 200)} → ${status} ${text.slice(0, 300)}`
  expect(headers['x-request-id'], asked).toMatch(/^[\w-]{8,}$/)
  expect(headers['x-content-type-options'], asked).toBe('nosniff')
  if (status >= 400) checkRefusal(answer, method, asked)
}

function checkRefusal({ status, headers, text, body }: Answer<unknown>, method: string, asked: string): void {
  expect(headers['content-type'], asked).toBe('application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headersOf[status] ?? {}))
    expect(headers[name], `${asked}: ${name}`).toMatch(value)
  if (method === 'HEAD') return
  const { code, message, statusCode, details: _, error, ...rest } = Object(body)
  expect(rest, `${asked}: nothing but the flat shape`).toEqual({})
  expect(statusCode, asked).toBe(status)
  expect(errors[code as ErrorCode]?.status, `${asked}: ${code} is a code of this status`).toBe(status)
  expect(message, asked).toMatch(/\S/)
  expect(error, `${asked}: the nested shape on 401, 403 and 429`).toEqual(
    [401, 403, 429].includes(status) ? { code, message } : undefined,
  )
  expect(text, asked).not.toMatch(leaks)
  if (neverRetry.includes(code)) expect(headers['x-should-retry'], asked).toBe('false')
  else expect(headers['x-should-retry'], asked).not.toBe('false')
}

const seconds = /^[1-9]\d*$/
const headersOf: Record<number, Record<string, RegExp>> = {
  401: { 'www-authenticate': /^Bearer/ },
  405: { allow: /[A-Z]/ },
  429: { 'retry-after': seconds },
  503: { 'retry-after': seconds },
}

/** Conflicts, quotas and missing features: none of them goes away by itself. */
const neverRetry: unknown[] = [
  'contact_exists',
  'invalid_idempotent_request',
  'hourly_quota_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
  'not_implemented',
]
