/** Signing in and out, and a person's own account. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, EmailAddress, Id, Name, Nullable, OneOf } from '../scalars.ts'
import { Mode, Password, Role, Token } from './scalars.ts'

export const Instance = Type.Object({
  version: Type.String(),
  public_url: Type.String(),
  needs_set_up: Type.Boolean({
    description: 'True while there is no owner. The set-up link is in the log of the server.',
  }),
  captures_email: Type.Boolean({ description: 'Live email is captured instead of sent.' }),
  captures_sms: Type.Boolean({ description: 'Live text messages are captured instead of sent.' }),
  takes_passwords: Type.Boolean({ description: 'False when people can sign in only with the provider.' }),
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
    is_connected: Type.Boolean({ description: 'The person can sign in with the provider.' }),
    is_operator: Type.Boolean({
      description: 'The person owns the first organization and so operates the installation.',
    }),
  }),
  organizations: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      plan: Type.String(),
      is_charged: Type.Boolean({
        description: 'Whether credits apply: the plan limits sending, or the operator has set a rate card.',
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
  needs_code: Type.Boolean({
    description: 'The password is correct, and confirmSignIn needs the code of the authenticator app.',
  }),
})

const redirect = Type.Object({ url: Type.String({ description: 'The page of the provider to redirect to.' }) })

export const sessionOperations = {
  getInstance: operation({
    id: 'getInstance',
    method: 'GET',
    path: '/console/instance',
    summary: 'Read public information about this installation',
    access: 'anyone',
    reply: Instance,
    refusals: [],
  }),
  setUp: operation({
    id: 'setUp',
    method: 'POST',
    audit: 'organization.claimed',
    path: '/console/set-up',
    summary: 'Create the owner of the first organization and sign in',
    description: 'Works once, with the token from the link that the server printed.',
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
      'The answer is the same for an unknown address and a wrong password. Too many attempts are refused with Retry-After.',
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
    summary: 'Complete the second step of signing in',
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
    audit: { never: 'it only redirects, and changes nothing until the person returns' },
    path: '/console/sign-in/provider',
    summary: 'Start signing in with the provider',
    description: 'Sets a cookie that finishProviderSignIn requires. The sign-in must finish within ten minutes.',
    access: 'anyone',
    reply: redirect,
    refusals: ['not_found'],
  }),
  connectProvider: operation({
    id: 'connectProvider',
    method: 'POST',
    audit: { never: 'it only redirects, and changes nothing until the person returns' },
    path: '/console/person/provider',
    summary: 'Start connecting your account with the provider',
    description: 'Like startProviderSignIn. The account at the provider must have the same email address.',
    access: 'person',
    reply: redirect,
    refusals: ['not_found'],
  }),
  finishProviderSignIn: operation({
    id: 'finishProviderSignIn',
    method: 'POST',
    audit: 'person.signed_in',
    path: '/console/sign-in/provider/finish',
    summary: 'Finish signing in with the answer of the provider',
    access: 'anyone',
    body: Type.Object({
      answer: Type.String({
        maxLength: 8_000,
        description: 'The query string of the URL that the provider redirected the browser to.',
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
    audit: { never: 'it only ends the session of the caller' },
    path: '/console/sign-out',
    summary: 'Sign out of this session',
    access: 'anyone',
    reply: Acknowledgment,
    refusals: [],
  }),
  signOutEverywhere: operation({
    id: 'signOutEverywhere',
    method: 'POST',
    audit: 'person.signed_out_everywhere',
    path: '/console/sign-out-everywhere',
    summary: 'End every session of this person, including this one',
    access: 'person',
    reply: Acknowledgment,
    refusals: [],
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/console/session',
    summary: 'Read who is signed in, with their organizations',
    access: 'person',
    reply: Session,
    refusals: [],
  }),
  updatePerson: operation({
    id: 'updatePerson',
    method: 'PATCH',
    audit: 'person.renamed',
    path: '/console/person',
    summary: 'Change your own name',
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
    summary: 'Change your own password; every other session ends',
    access: 'person',
    body: Type.Object({ current_password: password, new_password: Password }),
    reply: Acknowledgment,
    refusals: [],
  }),
  startTotp: operation({
    id: 'startTotp',
    method: 'POST',
    audit: { never: 'it takes effect once it is confirmed' },
    path: '/console/totp',
    summary: 'Start setting up an authenticator app',
    description: 'Takes effect with confirmTotp. The backup codes are shown only once.',
    access: 'person',
    body: Type.Object({ password }),
    reply: Type.Object({
      uri: Type.String({ description: 'otpauth://…, for a QR code.' }),
      secret: Type.String({ description: 'The secret in base 32, for typing.' }),
      backup_codes: Type.Array(Type.String()),
    }),
    refusals: [],
  }),
  confirmTotp: operation({
    id: 'confirmTotp',
    method: 'POST',
    audit: 'person.two_step_enabled',
    path: '/console/totp/confirm',
    summary: 'Turn on two-factor authentication with a code from the app',
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
    summary: 'Turn off two-factor authentication',
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
    summary: 'Create new backup codes; the old ones stop working',
    access: 'person',
    body: Type.Object({ password }),
    reply: Type.Object({ backup_codes: Type.Array(Type.String()) }),
    refusals: ['invalid_state'],
  }),
} as const
