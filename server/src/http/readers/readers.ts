/** The doors for readers of emails, who have no key. */
import type { FastifyInstance } from 'fastify'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { type ConfirmPage, confirmRoutes } from './confirm.ts'
import { type LogoDoor, logoRoute } from './logo.ts'
import { type SignupDoor, signupRoutes } from './signup.ts'
import { type TrackingDoor, trackingRoutes } from './tracking.ts'
import { type UnsubscribePage, unsubscribeRoutes } from './unsubscribe.ts'

export type ReaderDoors = {
  tracking: TrackingDoor
  unsubscribe: UnsubscribePage
  confirm: ConfirmPage
  signup: SignupDoor
  logos: LogoDoor
  clientAddressOf: ClientAddressOf
}

export function readerRoutes(
  app: FastifyInstance,
  { tracking, unsubscribe, confirm, signup, logos, clientAddressOf }: ReaderDoors,
): void {
  trackingRoutes(app, tracking, clientAddressOf)
  unsubscribeRoutes(app, unsubscribe, clientAddressOf)
  confirmRoutes(app, confirm, clientAddressOf)
  signupRoutes(app, signup, clientAddressOf)
  logoRoute(app, logos)
}
