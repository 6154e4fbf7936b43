/**
 * Where readers say what they want to get. Whoever has the link may do so: there is no key, no cookie, no script. To look
 * changes nothing, since mail programs look at every link.
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
import { pageHeaders, type StoredBrand, withLogo } from './reader-page.ts'
import { visitorOf } from './tracking.ts'

type Preferences = Omit<PreferencesPage, 'brand'> & { brand: StoredBrand }

export type UnsubscribePage = {
  /** Undefined for a link that is not ours. */
  read(token: string): Promise<Preferences | undefined>
  /** The one click of a mail program. False for a link that is not ours. */
  unsubscribe(token: string, from: { ip: string }): Promise<boolean>
  /** Out of the topic of the email, or into it again. */
  chooseTopic(token: string, wish: { subscribed: boolean; ip: string }): Promise<boolean>
  /** Without topics those stay as they are. */
  save(token: string, wishes: { isSubscribed: boolean; topicIds?: readonly string[]; ip: string }): Promise<boolean>
}

/** A form of ours, or the one line of a mail program. */
const largest = 64 * 1024

type Linked = FastifyRequest<{ Params: { token: string } }>

export function unsubscribeRoutes(
  app: FastifyInstance,
  preferences: UnsubscribePage,
  clientAddressOf: ClientAddressOf,
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
    const options = { bodyLimit: largest }
    refuseOthers(scope, '/u/:token', ['GET', 'HEAD', 'POST'])
    scope.get('/u/:token', async (request: Linked, reply) => show(request.params.token, reply))

    scope.post('/u/:token', options, async (request: Linked, reply) => {
      const { token } = request.params
      const form = formOf(request)
      const ip = visitorOf(request.raw, clientAddressOf).ipAddress
      // Only our own page sends this; anything else is the one click, in whatever shape a mail program puts it.
      if (form?.get('from') !== 'page') {
        if (!(await preferences.unsubscribe(token, { ip }))) return show(token, reply)
        return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
      }
      return show(token, reply, await obey(preferences, token, form, ip))
    })
  })
}

/** `save`, `nothing` and `back` are sent by pages of a release before that are still open. What no button sends changes nothing. */
async function obey(
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
