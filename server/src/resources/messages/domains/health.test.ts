import { expect, test } from 'vitest'
import type { Verdict } from './dns/findings.ts'
import { confirmAfterMs, type FailureCounts, failingParts, type Health, nextCheckAt, nextHealth } from './health.ts'

const start = new Date('2026-11-16T00:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const well: Health = {
  ...{ verifiedAt: start, returnPathVerifiedAt: start },
  ...{ dkimMissingSince: null, returnPathMissingSince: null, failedAt: null },
}
const never: Health = { ...well, verifiedAt: null, returnPathVerifiedAt: null }
const hour = 3_600_000

/** Checks in order: [hours, key, return path]. */
const looks = (before: Health, seen: [number, Verdict, Verdict][], failureCounts: FailureCounts = 'when_confirmed') =>
  seen.reduce(
    (health, [hours, dkim, returnPath]) =>
      nextHealth(health, { dkim, returnPath, at: after(hours * hour), failureCounts }),
    before,
  )

test.each<[string, [number, Verdict, Verdict][], string[]]>([
  ['one clear no', [[24, 'wrong', 'right']], []],
  [
    'two clear noes within minutes',
    [
      [24, 'wrong', 'right'],
      [24.1, 'wrong', 'right'],
    ],
    [],
  ],
  [
    'two clear noes',
    [
      [24, 'wrong', 'right'],
      [30, 'wrong', 'right'],
    ],
    ['dkim'],
  ],
  [
    'two clear noes with silence between them',
    [
      [24, 'wrong', 'right'],
      [30, 'unknown', 'unknown'],
      [54, 'wrong', 'right'],
    ],
    ['dkim'],
  ],
  [
    'silence, however long',
    [
      [24, 'unknown', 'unknown'],
      [48, 'unknown', 'unknown'],
      [72, 'unknown', 'unknown'],
    ],
    [],
  ],
  [
    'a no, and then silence',
    [
      [24, 'wrong', 'wrong'],
      [48, 'unknown', 'unknown'],
    ],
    [],
  ],
  [
    'a no, a yes and a no',
    [
      [24, 'wrong', 'right'],
      [30, 'right', 'right'],
      [54, 'wrong', 'right'],
    ],
    [],
  ],
  [
    'a return path that is gone',
    [
      [24, 'right', 'wrong'],
      [30, 'right', 'wrong'],
    ],
    ['return_path'],
  ],
  [
    'both',
    [
      [24, 'wrong', 'wrong'],
      [30, 'wrong', 'wrong'],
    ],
    ['dkim', 'return_path'],
  ],
])('for a healthy domain, %s: %j fails %j', (_what, seen, failing) => {
  expect(failingParts(looks(well, seen))).toEqual(failing)
})

test('a failed domain keeps signing, without its return path, and is healthy again when everything is back', () => {
  const failed = looks(well, [
    [24, 'wrong', 'wrong'],
    [30, 'wrong', 'wrong'],
  ])
  expect(failed).toMatchObject({ verifiedAt: start, returnPathVerifiedAt: null, failedAt: after(30 * hour) })

  const half = looks(failed, [[54, 'right', 'wrong']])
  expect(half).toMatchObject({ verifiedAt: after(54 * hour), failedAt: after(30 * hour) })
  expect(failingParts(half)).toEqual(['return_path'])

  const at = after(78 * hour)
  expect(looks(half, [[78, 'right', 'right']])).toEqual({ ...well, verifiedAt: at, returnPathVerifiedAt: at })
})

test('in a manual check a clear no counts at once, and the domain is no longer verified', () => {
  const failed = looks(well, [[1, 'wrong', 'right']], 'at_once')

  expect(failed).toMatchObject({ verifiedAt: null, failedAt: after(hour) })
})

test('a record that was never there does not count as missing', () => {
  expect(
    looks(
      never,
      [
        [1, 'wrong', 'wrong'],
        [48, 'wrong', 'wrong'],
      ],
      'at_once',
    ),
  ).toEqual(never)
  const keyOnly = { ...well, returnPathVerifiedAt: null }
  expect(
    looks(keyOnly, [
      [24, 'right', 'wrong'],
      [48, 'right', 'wrong'],
    ]).failedAt,
  ).toBeNull()
})

test('the next check is a day later, and sooner while a first no awaits a second', () => {
  const doubtful = looks(well, [[0, 'wrong', 'right']])
  const failed = looks(doubtful, [[6, 'wrong', 'right']])

  expect(nextCheckAt(well, start)).toEqual(after(24 * hour))
  expect(nextCheckAt(doubtful, start)).toEqual(after(confirmAfterMs))
  expect(nextCheckAt(failed, start)).toEqual(after(24 * hour))
})

test('a domain whose key is gone for a month loses its verification, and gets it back with the key', () => {
  const failed = looks(well, [
    [24, 'wrong', 'right'],
    [30, 'wrong', 'right'],
  ])

  const later = looks(failed, [[24 + 29 * 24, 'wrong', 'right']])
  const lost = looks(later, [[24 + 30 * 24, 'wrong', 'right']])
  const silent = looks(later, [[24 + 60 * 24, 'unknown', 'unknown']])

  expect([later, lost, silent].map(({ verifiedAt }) => verifiedAt !== null)).toEqual([true, false, true])
  expect(looks(lost, [[24 + 31 * 24, 'right', 'right']])).toMatchObject({
    verifiedAt: expect.any(Date),
    failedAt: null,
  })
})
