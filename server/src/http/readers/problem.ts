import { errors } from '@posthorn/contract/errors'
import { fontPath } from '@posthorn/look/font-file'
import { problemPage } from '@posthorn/look/readers/problem-page'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '#core/refusal.ts'
import { noteRefusal, sendRefusal } from '../error-reply.ts'
import { pageHeaders } from './reader-page.ts'

/** Turns an error into a refusal, and logs it. */
export type RefusalFor = (error: unknown, request: FastifyRequest) => Refusal

/** Answers people with a page, since the errors of the API are for developers. */
export function answerErrorsAsPages(
  scope: FastifyInstance,
  refusalFor: RefusalFor,
  isByPerson: (request: FastifyRequest) => boolean = () => true,
): void {
  scope.setErrorHandler((error, request, reply) => {
    const refusal = refusalFor(error, request)
    if (!isByPerson(request)) return sendRefusal(reply, refusal)
    const { status } = errors[refusal.code]
    noteRefusal(reply.code(status), refusal)
    const page = problemPage({ status, waitSeconds: refusal.retryAfterSeconds }, fontPath)
    return reply.type('text/html; charset=utf-8').headers(pageHeaders).serializer(String).send(page)
  })
}
