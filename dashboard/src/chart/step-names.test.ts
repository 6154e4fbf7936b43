import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllEnvs())

/** The zone is read once, when the page is loaded. */
async function inZone(zone: string) {
  vi.stubEnv('TZ', zone)
  return import('./step-names.ts')
}

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])('a UTC day has the same name in %s', async zone => {
  const { stepName, zoneOf } = await inZone(zone)

  expect(stepName('day', '2025-11-15T00:00:00.000Z')).toMatch(/\b15\b/)
  expect(zoneOf('day', '2025-11-15T00:00:00.000Z')).toBe('Days in UTC')
})

test('an hour is told in the person’s time zone, with its name', async () => {
  const { stepName, zoneOf } = await inZone('Asia/Tokyo')

  expect(stepName('hour', '2025-11-15T03:00:00.000Z')).toMatch(/^12:00/)
  expect(zoneOf('hour', '2025-11-15T03:00:00.000Z')).toBe('Hours in GMT+9')
})
