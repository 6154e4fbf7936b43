/** Files that a person imports in the dashboard: the rows of a CSV, as the page sends them. */

import { goodPassword, visitor } from '../http-client/console-visitor.ts'
import { setUpToken } from '../service/set-up-link.ts'
import type { Attack, Target } from './target.ts'
import { type Makers, strings } from './texts.ts'

const rows = (row: (nth: number) => object, size: number): string => {
  const count = Math.min(500, Math.max(1, Math.floor(size / JSON.stringify(row(999)).length)))
  return JSON.stringify({ rows: Array.from({ length: count }, (_, nth) => row(nth)) })
}

export const files: Makers = {
  'new contacts': size => rows(nth => ({ email: `import.${nth}@example.com`, first_name: '=cmd()' }), size),
  'the same contact': size => rows(() => ({ email: 'same@example.com', first_name: 'Ada' }), size),
  'cells that are too long': size => rows(() => ({ email: 'a'.repeat(5_000) }), size),
  'hostile cells': size => {
    const cells = Object.values(strings).map(make => make(900).slice(0, 1_000))
    return rows(nth => ({ email: cells[nth % cells.length], phone_number: cells[(nth + 1) % cells.length] }), size)
  },
  'more rows than a page': size => JSON.stringify({ rows: Array(Math.ceil(size / 3)).fill({}) }),
  'unknown columns': size =>
    JSON.stringify({
      rows: [Object.fromEntries(Array.from({ length: Math.ceil(size / 10) }, (_, nth) => [`c${nth}`, 0]))],
    }),
}

export const importAttack = (about: string, body: string): Attack => ({
  about,
  prepare: signedIn,
  async run(target) {
    const headers = await signedIn(target)
    const paths = ['/v1/contacts/import', '/v1/suppressions/import']
    return Promise.all(paths.map(path => target.send({ method: 'POST', path, body, headers }, about)))
  },
})

const people = new WeakMap<Target, Promise<Record<string, string>>>()

function signedIn(target: Target): Promise<Record<string, string>> {
  const known = people.get(target) ?? setUp(target)
  people.set(target, known)
  return known
}

async function setUp({ service }: Target): Promise<Record<string, string>> {
  const owner = visitor(service.url)
  const token = setUpToken(service.dataDir)
  await owner.post('/console/set-up', { token, name: 'Owner', email: 'owner@example.com', password: goodPassword })
  type Session = { organizations: { id: string }[] }
  const { body } = await owner.get<Session>('/console/session')
  return {
    cookie: owner.cookie(),
    'x-posthorn-organization': body.organizations[0]?.id ?? '',
    'x-posthorn-environment': 'live',
  }
}
