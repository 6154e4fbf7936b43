import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { notFound } from '#core/refusal.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import type { OpenAuth } from '#resources/account/people/lazy-auth.ts'
import { noteSignIn } from '#resources/account/people/sign-in-log.ts'
import { finishSignIn, goToProvider, type SignInProvider } from './flow.ts'

/** `signInProvider` is null when people sign in with passwords only. */
type Parts = {
  database: Database
  clock: Clock
  openAuth: OpenAuth
  log: Logger
  signInProvider: SignInProvider | null
}

export function signInProviderConsoleRoutes({ database, clock, openAuth, log, signInProvider }: Parts) {
  async function parts() {
    if (!signInProvider) throw notFound('sign_in_provider')
    return { ...signInProvider, database, log, auth: await openAuth() }
  }

  return {
    async startProviderSignIn(_nobody, _input, { visitor }) {
      return { url: await goToProvider(await parts(), visitor, clock(), null) }
    },

    async connectProvider(person, _input, { visitor }) {
      return { url: await goToProvider(await parts(), visitor, clock(), person) }
    },

    async finishProviderSignIn(_nobody, { body }, { visitor, change }) {
      await noteSignIn({ database }, { visitor, change, step: 'provider' }, async watched =>
        finishSignIn(await parts(), watched, change, body.answer),
      )
      return { success: true, message: 'Signed in.' }
    },
  } satisfies Partial<ConsoleHandlers>
}
