/**
 * Public sign-up, from the hosted page or from a site that the form allows. No key, no cookie: bodies are small, and the answer does not reveal
 * whether an address is known.
 */
import { honeypot } from '@posthorn/contract/audience/signup-forms'
import type { Fault } from '@posthorn/contract/errors'
import { fontPath } from '@posthorn/look/font-file'
import {
  foreignFormPage,
  type SignupPage as Page,
  type Refused,
  signedUpPage,
  signupPage,
  thanks,
  unknownFormPage,
} from '@posthorn/look/readers/signup-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#core/refusal.ts'
import { takeBytes } from '../body/body-parser.ts'
import { sendRefusal } from '../error-reply.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseOthers } from '../other-methods.ts'
import { hostOf } from './own-page.ts'
import { answerErrorsAsPages, type RefusalFor } from './problem.ts'
import { headersOfPageLeadingTo, pageHeaders, type StoredBrand, withLogo } from './reader-page.ts'
import { visitorOf } from './tracking.ts'

type Form = Omit<Page, 'brand'> & {
  brand: StoredBrand
  redirectUrl: string | null
  origins: readonly string[]
  submit(given: ReadonlyMap<string, string>, ip: string): Promise<void>
}

export type SignupDoor = {
  /** Undefined for an unknown form. */
  read(id: string): Promise<Form | undefined>
}

type Named = FastifyRequest<{ Params: { id: string } }>

const url = '/signup/:id'
const options = { bodyLimit: 16 * 1024 }
/** More than the fields of any form, to leave room for unknown ones. */
const maxValues = 60

export function signupRoutes(
  app: FastifyInstance,
  door: SignupDoor,
  clientAddressOf: ClientAddressOf,
  refusalFor: RefusalFor,
): void {
  const show = (reply: FastifyReply, form: Form, refused?: Refused) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(headersOfPageLeadingTo(form.redirectUrl))
      // Otherwise browsers post the form with "Origin: null", and over plain HTTP nothing else shows that it is ours.
      .header('referrer-policy', 'same-origin')
      .send(signupPage({ ...form, brand: withLogo(form.brand) }, honeypot, fontPath, refused))

  const asPage = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').headers(pageHeaders).send(page)
  const showUnknown = (reply: FastifyReply) => asPage(reply.code(404), unknownFormPage(fontPath))

  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    answerErrorsAsPages(scope, refusalFor, isByPerson)
    refuseOthers(scope, url, ['GET', 'HEAD', 'POST', 'OPTIONS'])
    scope.get(url, async ({ params }: Named, reply) => {
      const form = await door.read(params.id)
      return form ? show(reply, form) : showUnknown(reply)
    })

    scope.options(url, async (request: Named, reply) => {
      const form = await door.read(request.params.id)
      if (!form) return sendRefusal(reply, notFound('signup_form'))
      allowOrigin(request, reply, form)
      return reply
        .headers({ ...preflight, allow: 'GET, HEAD, POST, OPTIONS' })
        .code(204)
        .send()
    })

    scope.post(url, options, async (request: Named, reply) => {
      const isPage = isByPerson(request)
      const form = await door.read(request.params.id)
      if (!form) return isPage ? showUnknown(reply) : sendRefusal(reply, notFound('signup_form'))
      const page = { ...form, brand: withLogo(form.brand) }
      allowOrigin(request, reply, form)
      if (!mayPost(request, form))
        return isPage ? asPage(reply.code(403), foreignFormPage(page, fontPath)) : sendRefusal(reply, foreign)
      const given = valuesOf(request)
      try {
        await form.submit(given, visitorOf(request.raw, clientAddressOf).ipAddress)
      } catch (error) {
        if (isPage && error instanceof Refusal && error.code === 'validation_error')
          return show(reply.code(400), form, { problem: problemOf(error), given })
        throw error
      }
      if (!isPage) return reply.send({ success: true, message: thanks(form.confirms) })
      // Normalized as a browser does, since a header cannot hold non-ASCII letters.
      if (form.redirectUrl !== null) return reply.redirect(new URL(form.redirectUrl).href, 303)
      return asPage(reply, signedUpPage(page, fontPath))
    })
  })
}

const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

/** Returns the origin only when it is allowed, and never allows credentials. */
function allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, { origins }: Form): void {
  reply.header('vary', 'origin')
  if (headers.origin !== undefined && origins.includes(headers.origin))
    reply.header('access-control-allow-origin', headers.origin)
}

/** Browsers send the origin of a request. Programs without one are rate-limited like everyone. */
function mayPost({ headers }: FastifyRequest, { origins }: Form): boolean {
  const { origin } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true
  return origins.includes(origin) || hostOf(origin) === headers.host
}

const foreign = new Refusal('forbidden', {
  message: 'This form does not accept submissions from this site. Add its origin to allowed_origins.',
})

const formType = 'application/x-www-form-urlencoded'
const otherType = new Refusal('unsupported_media_type', {
  message: 'Send the body as application/x-www-form-urlencoded or application/json.',
})
const typeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Browsers that open a page or post a form accept HTML; `fetch` accepts anything. */
const isByPerson = (request: FastifyRequest): boolean =>
  typeOf(request) === formType || isReading(request) || (request.headers.accept ?? '').includes('text/html')
const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function valuesOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const type = typeOf(request)
  if (type === formType) return new Map([...new URLSearchParams(text)].slice(0, maxValues))
  if (type !== 'application/json') throw otherType
  return new Map(entriesOf(text).slice(0, maxValues))
}

function entriesOf(text: string): [string, string][] {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid_json', { message: 'The body must be a JSON object.' })
  return Object.entries(value).flatMap(([name, one]) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? [[name, String(one)]] : [],
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

/** `as`: a refusal with this code lists faults. */
const problemOf = ({ details }: Refusal): string =>
  ((details ?? []) as Fault[]).map(({ path, message }) => sentence(`${path.replaceAll('_', ' ')} ${message}`)).join(' ')

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
