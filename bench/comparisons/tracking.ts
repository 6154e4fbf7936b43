/** GET /t/c/{token} while every click is recorded, against a bare Fastify route that redirects. */
import { setTimeout as pause } from 'node:timers/promises'
import { readInstanceSecret } from '../../server/src/postgres/instance.ts'
import { clickToken, tokenKey } from '../../server/src/resources/messages/engagement/tokens.ts'
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { seedEmails } from '../seed-emails.ts'

const emails = 1_000
const link = 'https://shop.example.com/offers'

export async function compareTracking(bench: HttpBench): Promise<Row[]> {
  const { api, bare, keys } = bench.services
  const tokens = await tokensOf(bench, keys.unlimited.test)
  const following = (origin: string, path: string) =>
    httpSide(bench, { origin, requests: { kind: 'reads', path, ids: tokens }, status: 302 })

  const ours = following(api.url, '/t/c')
  const figures = await alternate(bench, 'tracking', {
    ours: ours.side,
    bare: following(bare.url, '/redirected').side,
  })
  await checkClicks(bench, keys.unlimited.test, ours.answers())

  return [
    {
      name: 'tracking',
      unit: '/s',
      ours: { label: 'GET /t/c/{token}', figures: figures.ours },
      other: { label: 'bare redirect', figures: figures.bare },
      target: { ratioAtLeast: 0.5 },
    },
  ]
}

async function tokensOf(bench: HttpBench, key: string): Promise<string[]> {
  const { db, pool } = bench.postgres.database
  const [secret, environmentId] = [tokenKey(await readInstanceSecret(db)), await environmentOf(pool, key)]
  const ids = await seedEmails(bench, key, emails)
  return ids.flatMap(emailId => clickToken(secret, { environmentId, emailId, nth: 0 }, link) ?? [])
}

/** Every answered click is recorded as a fact and counted for its email, at most a moment later. */
async function checkClicks({ postgres, signal }: HttpBench, key: string, answers: number): Promise<void> {
  const { pool } = postgres.database
  const environmentId = await environmentOf(pool, key)
  const giveUpAt = performance.now() + 10_000
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await pool.query(
      `select
         (select count(*)::integer from events where environment_id = $1 and type = 'email.clicked') as facts,
         (select sum(click_count)::integer from email_progress where environment_id = $1) as clicks`,
      [environmentId],
    )
    const { facts, clicks } = rows[0]
    if (facts >= answers && facts === clicks) return
    if (performance.now() > giveUpAt)
      throw new Error(`${answers} clicks were answered, ${clicks} are counted, ${facts} facts are recorded.`)
    await pause(100)
  }
}
