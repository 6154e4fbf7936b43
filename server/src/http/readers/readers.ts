/** Routes for readers of emails, and for anyone with a link to an attachment. They need no key. */
import type { FastifyInstance } from 'fastify'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { type AttachmentDoor, attachmentRoute } from './attachment.ts'
import { type ConfirmPage, confirmRoutes } from './confirm.ts'
import { type LogoDoor, logoRoute } from './logo.ts'
import type { RefusalFor } from './problem.ts'
import { type SignupDoor, signupRoutes } from './signup.ts'
import { type TrackingDoor, trackingRoutes } from './tracking.ts'
import { type UnsubscribePage, unsubscribeRoutes } from './unsubscribe.ts'

export type ReaderDoors = {
  tracking: TrackingDoor
  unsubscribe: UnsubscribePage
  confirm: ConfirmPage
  signup: SignupDoor
  logos: LogoDoor
  attachments: AttachmentDoor
  clientAddressOf: ClientAddressOf
}

export function readerRoutes(
  app: FastifyInstance,
  { tracking, unsubscribe, confirm, signup, logos, attachments, clientAddressOf }: ReaderDoors,
  refusalFor: RefusalFor,
): void {
  trackingRoutes(app, tracking, clientAddressOf)
  unsubscribeRoutes(app, unsubscribe, clientAddressOf, refusalFor)
  confirmRoutes(app, confirm, clientAddressOf, refusalFor)
  signupRoutes(app, signup, clientAddressOf, refusalFor)
  logoRoute(app, logos)
  attachmentRoute(app, attachments)
}
