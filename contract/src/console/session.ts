/** Signing in and out, and what a person does about their own account. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, EmailAddress, Id, Nullable, OneOf } from '../scalars.ts'
import { Mode, Name, Password, Role, Token } from './scalars.ts'

export const Instance = Type.Object({
  version: Type.String(),
  public_url: Type.String(),
  needs_set_up: Type.Boolean({ description: 'Nobody owns it yet: the set-up link is in the log of the server.' }),
  captures_email: Type.Boolean({ description: 'Live email is kept here instead of sent.' }),
  captures_sms: Type.Boolean({ description: 'Live text messages are kept here instead of sent.' }),
  takes_passwords: Type.Boolean({ description: 'False where people sign in with the provider alone.' }),
  provider: Nullable(Type.Object({ name: Type.String() }), {
    description: 'The OpenID Connect provider that people can sign in with.',
  }),
})
export type Instance = Static<typeof Instance>

export const Session = Type.Object({
  person: Type.Object({
    id: Id,
    name: Type.String(),
    email: EmailAddress,
    has_totp: Type.Boolean(),
    has_password: Type.Boolean(),
    is_connected: Type.Boolean({ description: 'They can sign in with the provider.' }),
    is_operator: Type.Boolean({ description: 'They own the first organization, and so run the installation.' }),
  }),
  organizations: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      plan: Type.String(),
      is_charged: Type.Boolean({
        description:
          'Credits and plans mean something to it: its plan limits what it sends, or the operator has a rate card of their own.',
      }),
      role: Role,
      environments: Type.Array(Type.Object({ id: Id, mode: Mode })),
    }),
  ),
  instance: Instance,
})
export type Session = Static<typeof Session>

const password = Type.String({ minLength: 1, maxLength: 128 })
const signedIn = Type.Object({
  needs_code: Type.Boolean({ description: 'The password was right; confirmSignIn takes the code of the app.' }),
})

const away = Type.Object({ url: Type.String({ description: 'A page of the provider.' }) })

export const sessionOperations = {
  getInstance: operation({
    id: 'getInstance',
    method: 'GET',
    path: '/console/instance',
    summary: 'What anybody may know of this installation',
    access: 'anyone',
    reply: Instance,
    refusals: [],
  }),
  setUp: operation({
    id: 'setUp',
    method: 'POST',
    audit: 'organization.claimed',
    path: '/console/set-up',
    summary: 'Make the owner of the first organization, and sign in',
    description: 'Works once, with the token of the link that the server printed.',
    access: 'anyone',
    body: Type.Object({
      token: Token,
      name: Name,
      email: EmailAddress,
      password: Password,
      organization_name: Type.Optional(Name),
    }),
    reply: Acknowledgment,
    refusals: ['not_found'],
  }),
  signIn: operation({
    id: 'signIn',
    method: 'POST',
    audit: 'person.signed_in',
    path: '/console/sign-in',
    summary: 'Sign in with email and password',
    description:
      'A wrong address and a wrong password are answered alike. Too many tries are refused with Retry-After.',
    access: 'anyone',
    body: Type.Object({ email: EmailAddress, password }),
    reply: signedIn,
    refusals: [],
  }),
  confirmSignIn: operation({
    id: 'confirmSignIn',
    method: 'POST',
    audit: 'person.signed_in',
    path: '/console/sign-in/code',
    summary: 'The second step of signing in',
    access: 'anyone',
    body: Type.Object({
      kind: OneOf(['totp', 'backup_code']),
      code: Type.String({ minLength: 6, maxLength: 20 }),
    }),
    reply: signedIn,
    refusals: [],
  }),
  startProviderSignIn: operation({
    id: 'startProviderSignIn',
    method: 'POST',
    audit: { never: 'it leads away, and changes nothing until they come back' },
    path: '/console/sign-in/provider',
    summary: 'Where to go to sign in with the provider',
    description: 'Sets a cookie that finishProviderSignIn wants to see. Ten minutes are left to come back.',
    access: 'anyone',
    reply: away,
    refusals: ['not_found'],
  }),
  connectProvider: operation({
    id: 'connectProvider',
    method: 'POST',
    audit: { never: 'it leads away, and changes nothing until they come back' },
    path: '/console/person/provider',
    summary: 'Where to go to connect one’s account with the provider',
    description: 'As startProviderSignIn; whoever comes back must be known there by the same address.',
    access: 'person',
    reply: away,
    refusals: ['not_found'],
  }),
  finishProviderSignIn: operation({
    id: 'finishProviderSignIn',
    method: 'POST',
    audit: 'person.signed_in',
    path: '/console/sign-in/provider/finish',
    summary: 'Sign in with what the provider has answered',
    access: 'anyone',
    body: Type.Object({
      answer: Type.String({
        maxLength: 8_000,
        description: 'What follows the question mark of the address that the provider sent the browser back to.',
      }),
    }),
    reply: Acknowledgment,
    refusals: ['not_found'],
  }),
  openSignInLink: operation({
    id: 'openSignInLink',
    method: 'POST',
    audit: 'person.signed_in',
    path: '/console/sign-in/link',
    summary: 'Sign in with a link that the command line printed',
    description: 'Works once, for fifteen minutes.',
    access: 'anyone',
    body: Type.Object({ token: Token }),
    reply: Acknowledgment,
    refusals: [],
  }),
  signOut: operation({
    id: 'signOut',
    method: 'POST',
    audit: { never: 'it ends a session of whoever asks, and nothing else' },
    path: '/console/sign-out',
    summary: 'End this session',
    access: 'anyone',
    reply: Acknowledgment,
    refusals: [],
  }),
  signOutEverywhere: operation({
    id: 'signOutEverywhere',
    method: 'POST',
    audit: 'person.signed_out_everywhere',
    path: '/console/sign-out-everywhere',
    summary: 'End every session of this person, this one included',
    access: 'person',
    reply: Acknowledgment,
    refusals: [],
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/console/session',
    summary: 'Who is signed in and where they belong',
    access: 'person',
    reply: Session,
    refusals: [],
  }),
  updatePerson: operation({
    id: 'updatePerson',
    method: 'PATCH',
    audit: 'person.renamed',
    path: '/console/person',
    summary: 'Change one’s own name',
    access: 'person',
    body: Type.Object({ name: Name }),
    reply: Acknowledgment,
    refusals: [],
  }),
  changePassword: operation({
    id: 'changePassword',
    method: 'POST',
    audit: 'person.password_changed',
    path: '/console/password',
    summary: 'Change one’s own password; every other session ends',
    access: 'person',
    body: Type.Object({ current_password: password, new_password: Password }),
    reply: Acknowledgment,
    refusals: [],
  }),
  startTotp: operation({
    id: 'startTotp',
    method: 'POST',
    audit: { never: 'it counts once it is confirmed' },
    path: '/console/totp',
    summary: 'Begin to use an authenticator app',
    description: 'Counts from confirmTotp on. The backup codes are shown this once.',
    access: 'person',
    body: Type.Object({ password }),
    reply: Type.Object({
      uri: Type.String({ description: 'otpauth://…, for a QR code.' }),
      secret: Type.String({ description: 'The same for typing, in base 32.' }),
      backup_codes: Type.Array(Type.String()),
    }),
    refusals: [],
  }),
  confirmTotp: operation({
    id: 'confirmTotp',
    method: 'POST',
    audit: 'person.two_step_enabled',
    path: '/console/totp/confirm',
    summary: 'Prove that the app shows the right code; from now on signing in asks for it',
    access: 'person',
    body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 6 }) }),
    reply: Acknowledgment,
    refusals: ['invalid_state'],
  }),
  stopTotp: operation({
    id: 'stopTotp',
    method: 'POST',
    audit: 'person.two_step_disabled',
    path: '/console/totp/stop',
    summary: 'Sign in with the password alone again',
    access: 'person',
    body: Type.Object({ password }),
    reply: Acknowledgment,
    refusals: [],
  }),
  renewBackupCodes: operation({
    id: 'renewBackupCodes',
    method: 'POST',
    audit: 'person.backup_codes_renewed',
    path: '/console/totp/backup-codes',
    summary: 'New backup codes; the old ones stop working',
    access: 'person',
    body: Type.Object({ password }),
    reply: Type.Object({ backup_codes: Type.Array(Type.String()) }),
    refusals: ['invalid_state'],
  }),
} as const
