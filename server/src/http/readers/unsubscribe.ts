/**
 * The preferences page of readers. The link is enough: no key, no cookie, no script. Opening it changes nothing, since mail
 * programs open every link.
 */
import { fontPath } from '@posthorn/look/font-file'
import {
  type Done,
  type PreferencesPage,
  preferencesPage,
  unknownLinkPage,
} from '@posthorn/look/readers/preferences-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeBytes } from '../body/body-parser.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseOthers } from '../other-methods.ts'
import { answerErrorsAsPages, type RefusalFor } from './problem.ts'
import { pageHeaders, type StoredBrand, withLogo } from './reader-page.ts'
import { visitorOf } from './tracking.ts'

type Preferences = Omit<PreferencesPage, 'brand'> & { brand: StoredBrand }

export type UnsubscribePage = {
  /** Undefined for an invalid link. */
  read(token: string): Promise<Preferences | undefined>
  /** One-click unsubscribe of mail programs. False for an invalid link. */
  unsubscribe(token: string, from: { ip: string }): Promise<boolean>
  /** Leaves or rejoins the topic of the email. */
  chooseTopic(token: string, wish: { subscribed: boolean; ip: string }): Promise<boolean>
  /** Without `topicIds`, topics do not change. */
  save(token: string, chosen: { isSubscribed: boolean; topicIds?: readonly string[]; ip: string }): Promise<boolean>
}

/** Our form, or the single line that a mail program posts. */
const maxBytes = 64 * 1024

type Linked = FastifyRequest<{ Params: { token: string } }>

export function unsubscribeRoutes(
  app: FastifyInstance,
  preferences: UnsubscribePage,
  clientAddressOf: ClientAddressOf,
  refusalFor: RefusalFor,
): void {
  const show = async (token: string, reply: FastifyReply, done?: Done) => {
    const page = await preferences.read(token)
    reply.type('text/html; charset=utf-8').headers(pageHeaders)
    if (!page) return reply.code(404).send(unknownLinkPage(fontPath))
    return reply.send(preferencesPage({ ...page, brand: withLogo(page.brand) }, fontPath, done))
  }

  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    answerErrorsAsPages(scope, refusalFor)
    const options = { bodyLimit: maxBytes }
    refuseOthers(scope, '/u/:token', ['GET', 'HEAD', 'POST'])
    scope.get('/u/:token', async (request: Linked, reply) => show(request.params.token, reply))

    scope.post('/u/:token', options, async (request: Linked, reply) => {
      const { token } = request.params
      const form = formOf(request)
      const ip = visitorOf(request.raw, clientAddressOf).ipAddress
      // Only our own page sends this. Anything else is a one-click request, in whatever format the mail program uses.
      if (form?.get('from') !== 'page') {
        if (!(await preferences.unsubscribe(token, { ip }))) return show(token, reply)
        return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
      }
      return show(token, reply, await applyChoice(preferences, token, form, ip))
    })
  })
}

/** `save`, `nothing` and `back` come from open pages of an earlier release. Unknown values change nothing. */
async function applyChoice(
  preferences: UnsubscribePage,
  token: string,
  form: URLSearchParams,
  ip: string,
): Promise<Done | undefined> {
  switch (form.get('do')) {
    case 'left-topic':
      await preferences.chooseTopic(token, { subscribed: false, ip })
      return 'left-topic'
    case 'joined-topic':
      await preferences.chooseTopic(token, { subscribed: true, ip })
      return 'joined-topic'
    case 'saved':
    case 'save':
      await preferences.save(token, { isSubscribed: true, topicIds: form.getAll('topic'), ip })
      return 'saved'
    case 'left':
    case 'nothing':
      await preferences.save(token, { isSubscribed: false, ip })
      return 'left'
    case 'came-back':
    case 'back':
      await preferences.save(token, { isSubscribed: true, ip })
      return 'came-back'
    default:
      return undefined
  }
}

function formOf({ body, headers }: FastifyRequest): URLSearchParams | undefined {
  const isForm = (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')
  return isForm && Buffer.isBuffer(body) ? new URLSearchParams(body.toString('utf8')) : undefined
}
