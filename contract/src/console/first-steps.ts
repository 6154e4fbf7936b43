/** What whoever is new has done of what gets them to their first messages. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Nullable } from '../scalars.ts'

export const FirstSteps = Type.Object({
  key: Type.Boolean({ description: 'An API key was made, or is used.' }),
  email: Type.Boolean({ description: 'An email was accepted, in either environment.' }),
  domain: Type.Boolean({ description: 'A sender domain of the organization is verified.' }),
  transport: Type.Boolean({ description: 'Live email leaves instead of being kept.' }),
  webhook: Type.Boolean({ description: 'There is a webhook.' }),
  invitation: Type.Boolean({ description: 'Somebody else belongs to the organization, or is invited.' }),
})
export type FirstSteps = Static<typeof FirstSteps>

export const WaysIn = Type.Object({
  doors: Type.Array(Type.String(), { description: 'Other services whose API is answered, such as resend.' }),
  smtp_port: Nullable(Type.Integer(), {
    description: 'Where mail programs hand in messages with STARTTLS; null where they do not.',
  }),
})
export type WaysIn = Static<typeof WaysIn>

export const firstStepOperations = {
  getFirstSteps: operation({
    id: 'getFirstSteps',
    method: 'GET',
    path: '/console/first-steps',
    summary: 'Which of the first steps are done',
    access: 'member',
    permission: 'console:read',
    reply: FirstSteps,
    refusals: [],
  }),
  getWaysIn: operation({
    id: 'getWaysIn',
    method: 'GET',
    path: '/console/ways-in',
    summary: 'How programs that were written for something else send through this installation',
    access: 'member',
    permission: 'console:read',
    reply: WaysIn,
    refusals: [],
  }),
} as const
