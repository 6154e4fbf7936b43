/** The page behind a confirmation link. Mail programs open every link, so only the button confirms. */
import { fontPath } from '@posthorn/look/font-file'
import { confirmPage, type ConfirmPage as Page } from '@posthorn/look/readers/confirm-page'
import { unknownLinkPage } from '@posthorn/look/readers/preferences-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeBytes } from '../body/body-parser.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseOthers } from '../other-methods.ts'
import { answerErrorsAsPages, type RefusalFor } from './problem.ts'
import { pageHeaders, type StoredBrand, withLogo } from './reader-page.ts'
import { visitorOf } from './tracking.ts'

export type ConfirmPage = {
  /** Undefined for an invalid link. */
  read(token: string): Promise<(Omit<Page, 'brand'> & { brand: StoredBrand }) | undefined>
  confirm(token: string, from: { ip: string }): Promise<boolean>
}

type Linked = FastifyRequest<{ Params: { token: string } }>

/** The form of our page is empty. */
const options = { bodyLimit: 4 * 1024 }
const url = '/confirm/:token'

export function confirmRoutes(
  app: FastifyInstance,
  door: ConfirmPage,
  clientAddressOf: ClientAddressOf,
  refusalFor: RefusalFor,
): void {
  const show = async (token: string, reply: FastifyReply) => {
    const page = await door.read(token)
    reply.type('text/html; charset=utf-8').headers(pageHeaders)
    if (!page) return reply.code(404).send(unknownLinkPage(fontPath))
    return reply.send(confirmPage({ ...page, brand: withLogo(page.brand) }, fontPath))
  }
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    answerErrorsAsPages(scope, refusalFor)
    refuseOthers(scope, url, ['GET', 'HEAD', 'POST'])
    scope.get(url, async (request: Linked, reply) => show(request.params.token, reply))
    scope.post(url, options, async (request: Linked, reply) => {
      const { token } = request.params
      await door.confirm(token, { ip: visitorOf(request.raw, clientAddressOf).ipAddress })
      return show(token, reply)
    })
  })
}
