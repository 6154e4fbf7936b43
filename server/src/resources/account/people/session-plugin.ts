/** better-auth only opens sessions after a password; this plugin opens them after other proofs. Only our own code can call it. */
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/** `endsAt`: when the session ends, however much it is used. */
export type Opening = { personId: string; endsAt: Date }

export const sessionPlugin = () => ({
  id: 'posthorn-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      // `as`: a type for the body, which only open-session.ts sends.
      { method: 'POST', metadata: { $Infer: { body: {} as Opening } } },
      async ctx => {
        const { personId, endsAt } = ctx.body
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(personId)
        if (!user) return null
        const session = await internalAdapter.createSession(personId, false, { endsAt })
        const maxAge = Math.max(0, Math.round((endsAt.getTime() - session.createdAt.getTime()) / 1_000))
        await setSessionCookie(ctx, { session, user }, false, { maxAge })
        return { personId }
      },
    ),
  },
})
