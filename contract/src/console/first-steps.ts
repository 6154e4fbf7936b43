/** The first steps of a new user, and which of them are done. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Nullable } from '../scalars.ts'

export const FirstSteps = Type.Object({
  key: Type.Boolean({ description: 'An API key was created or used.' }),
  email: Type.Boolean({ description: 'An email was accepted, in either environment.' }),
  domain: Type.Boolean({ description: 'A sender domain of the organization is verified.' }),
  transport: Type.Boolean({ description: 'Live email is sent instead of captured.' }),
  webhook: Type.Boolean({ description: 'A webhook exists.' }),
  invitation: Type.Boolean({ description: 'The organization has another member or an open invitation.' }),
})
export type FirstSteps = Static<typeof FirstSteps>

export const WaysIn = Type.Object({
  doors: Type.Array(Type.String(), {
    description: 'Other services whose API this installation answers, such as resend.',
  }),
  smtp_port: Nullable(Type.Integer(), {
    description: 'The port where mail programs submit messages with STARTTLS. Null when disabled.',
  }),
})
export type WaysIn = Static<typeof WaysIn>

export const firstStepOperations = {
  getFirstSteps: operation({
    id: 'getFirstSteps',
    method: 'GET',
    path: '/console/first-steps',
    summary: 'Read which first steps are done',
    access: 'member',
    permission: 'console:read',
    reply: FirstSteps,
    refusals: [],
  }),
  getWaysIn: operation({
    id: 'getWaysIn',
    method: 'GET',
    path: '/console/ways-in',
    summary: 'Read how existing programs can send through this installation',
    access: 'member',
    permission: 'console:read',
    reply: WaysIn,
    refusals: [],
  }),
} as const
