/**
 * Where readers say what they want to get. Whoever has the link may do so: there is no key, no cookie, no script. To look
 * changes nothing, since mail programs look at every link.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeBytes } from '../body/body-parser.ts'
import { refuseOthers } from '../other-methods.ts'
import { type Page, preferencesPage, unknownLinkPage } from './unsubscribe-page.ts'

export type UnsubscribePage = {
  /** Undefined for a link that is not ours. */
  read(token: string): Promise<Omit<Page, 'note'> | undefined>
  /** The one click of a mail program. False for a link that is not ours. */
  unsubscribe(token: string): Promise<boolean>
  /** Without topics those stay as they are. */
  save(token: string, wishes: { isSubscribed: boolean; topicIds?: readonly string[] }): Promise<boolean>
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
/** A form of ours, or the one line of a mail program. */
const largest = 64 * 1024

type Linked = FastifyRequest<{ Params: { token: string } }>

export function unsubscribeRoutes(app: FastifyInstance, preferences: UnsubscribePage): void {
  const show = async (token: string, reply: FastifyReply, note?: string) => {
    const page = await preferences.read(token)
    reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    if (!page) return reply.code(404).send(unknownLinkPage)
    return reply.send(preferencesPage({ ...page, ...(note && { note }) }))
  }

  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    const options = { bodyLimit: largest }
    refuseOthers(scope, '/u/:token', ['GET', 'HEAD', 'POST'])
    scope.get('/u/:token', async (request: Linked, reply) => show(request.params.token, reply))

    scope.post('/u/:token', options, async (request: Linked, reply) => {
      const { token } = request.params
      const form = formOf(request)
      // Only our own page sends this; anything else is the one click, in whatever shape a mail program puts it.
      if (form?.get('from') !== 'page') {
        if (!(await preferences.unsubscribe(token))) return show(token, reply)
        return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
      }
      const isSubscribed = form.get('do') !== 'nothing'
      const topicIds = form.get('do') === 'save' ? form.getAll('topic') : undefined
      await preferences.save(token, { isSubscribed, ...(topicIds && { topicIds }) })
      return show(token, reply, isSubscribed ? 'Your choice is saved.' : 'You are unsubscribed from everything.')
    })
  })
}

function formOf({ body, headers }: FastifyRequest): URLSearchParams | undefined {
  const isForm = (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')
  return isForm && Buffer.isBuffer(body) ? new URLSearchParams(body.toString('utf8')) : undefined
}
