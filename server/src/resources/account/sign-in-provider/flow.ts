/**
 * The way to the provider and back. The state in between is in a sealed cookie, so that abandoned sign-ins use no storage, and an
 * answer is only valid in the browser that started the sign-in.
 */
import type { Logger } from 'pino'
import type { Change } from '#core/change.ts'
import { Refusal } from '#core/refusal.ts'
import type { Sealer } from '#core/seal.ts'
import type { Person, Visitor } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import type { Auth } from '#resources/account/people/auth.ts'
import { openSession } from '#resources/account/people/open-session.ts'
import { countVisit } from '#resources/account/people/sign-in-tries.ts'
import { visitorCookie } from '#resources/account/people/visitor-cookie.ts'
import type { Beginning, Failed, Provider } from './provider.ts'
import { type Rules, signInWithClaims } from './sign-in-with-claims.ts'

export type SignInProvider = { provider: Provider; rules: Rules; sealer: Sealer }
type Parts = SignInProvider & { database: Database; auth: Auth; log: Logger }

/** How long people may take to sign in at the provider. */
const minutes = 10
const place = ['sign-in with a provider']

type Remembered = Beginning & { untilMs: number; connecting: string | null }

export async function goToProvider(
  { provider, sealer, database, auth, log }: Parts,
  visitor: Visitor,
  now: Date,
  person: Person | null,
): Promise<string> {
  await countVisit(database.db, visitor.address)
  const begun = await provider.begin()
  if (begun.kind !== 'begun') throw asRefusal(log, provider, begun)
  const untilMs = now.getTime() + minutes * 60_000
  const remembered: Remembered = { ...begun.beginning, untilMs, connecting: person?.id ?? null }
  const sealed = sealer.seal(place, Buffer.from(JSON.stringify(remembered))).toString('base64url')
  visitor.setCookies([(await visitorCookie(auth, 'provider')).write(sealed, minutes * 60)])
  return begun.url
}

export async function finishSignIn(parts: Parts, visitor: Visitor, change: Change, answer: string): Promise<void> {
  const { provider, rules, database, auth, log } = parts
  const now = change.at
  await countVisit(database.db, visitor.address)
  const cookie = await visitorCookie(auth, 'provider')
  const remembered = recall(parts, cookie.read(visitor.cookie), now)
  // In any case, the same answer is not accepted twice.
  visitor.setCookies([cookie.write('', 0)])
  const finished = await provider.finish(answer, remembered)
  if (finished.kind !== 'claims') throw asRefusal(log, provider, finished)
  const { claims } = finished
  const personId = await database.transaction(tx =>
    signInWithClaims(tx, rules, { claims, connecting: remembered.connecting, change }),
  )
  await openSession(database.db, auth, visitor, {
    personId,
    endsAt: new Date(now.getTime() + sessionHours * 3_600_000),
  })
}

/** A working day: the longest that a person keeps access after losing their account or groups at the provider. */
const sessionHours = 12

function recall({ sealer, provider }: Parts, sealed: string | undefined, now: Date): Remembered {
  try {
    const opened = sealer.unseal(place, Buffer.from(sealed ?? '', 'base64url'))
    // `as`: only our own data can be unsealed.
    const remembered = JSON.parse(opened.toString()) as Remembered
    if (remembered.untilMs > now.getTime()) return remembered
  } catch {
    // Reported like an expired one.
  }
  throw new Refusal('unauthorized', {
    message: `This sign-in began in another browser, or more than ${minutes} minutes ago. Start it again with ${provider.name}.`,
  })
}

function asRefusal(log: Logger, { name }: Provider, { kind, words }: Failed): Refusal {
  log.warn({ kind, words }, 'a sign-in at the provider failed')
  if (kind === 'away')
    return new Refusal('service_unavailable', {
      message: `${name} cannot be reached, or does not answer correctly. Try again in a minute.`,
    })
  return new Refusal('unauthorized', {
    message:
      kind === 'denied'
        ? `${name} refused the sign-in. Try again, or ask its administrator.`
        : `The answer of ${name} does not belong to this sign-in. Start it again.`,
  })
}
