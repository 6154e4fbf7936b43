import type { Logger } from 'pino'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import type { Person } from '#core/visitor.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited, recordChange } from '#resources/account/audit-log/audited.ts'
import { changeName, changePassword } from './change.ts'
import type { OpenAuth } from './lazy-auth.ts'
import { personByEmail } from './read.ts'
import {
  confirmSignIn,
  halfSignedIn,
  type PasswordRule,
  refusePassword,
  signIn,
  signOut,
  signOutEverywhere,
} from './sign-in.ts'
import { openSignInLink } from './sign-in-link.ts'
import { noteSignIn } from './sign-in-log.ts'
import { askingForPassword, confirmTotp, renewBackupCodes, startTotp, stopTotp } from './totp.ts'

type Parts = { database: Database; clock: Clock; openAuth: OpenAuth; log: Logger; instance: PasswordRule }

export function peopleConsoleRoutes({ database, clock, openAuth, log, instance }: Parts) {
  const { db } = database
  const noting = {
    database,
    onLost: (err: unknown) => log.warn({ err }, 'a failed sign-in could not be written to the audit log'),
  }
  /** For changes that better-auth has written itself. */
  const recordOwn = (change: Change, { id }: Person) =>
    database.transaction(tx => recordChange(tx, change, { objectId: id, changes: [] }))

  return {
    async signIn(_nobody, { body }, { visitor, change }) {
      refusePassword(instance)
      const findPersonId = async () => (await personByEmail(db, body.email))?.id
      const { needsCode } = await noteSignIn(
        noting,
        { visitor, change, step: 'password', findPersonId },
        async watched => signIn(db, await openAuth(), watched, body),
      )
      return { needs_code: needsCode }
    },

    async confirmSignIn(_nobody, { body }, { visitor, change }) {
      refusePassword(instance)
      const auth = await openAuth()
      const personId = await halfSignedIn(db, auth, visitor)
      const findPersonId = async () => personId
      await noteSignIn(noting, { visitor, change, step: 'code', findPersonId }, watched =>
        confirmSignIn(db, auth, watched, body),
      )
      return { needs_code: false }
    },

    async openSignInLink(_nobody, { body }, { visitor, change }) {
      await noteSignIn(noting, { visitor, change, step: 'link' }, async watched =>
        openSignInLink(db, await openAuth(), watched, clock(), body.token),
      )
      return { success: true, message: 'Signed in.' }
    },

    async signOut(_nobody, _input, { visitor }) {
      await signOut(db, await openAuth(), visitor)
      return { success: true, message: 'Signed out.' }
    },

    async signOutEverywhere(person, _input, { visitor, change }) {
      await audited(database, { ...change, objectId: person.id }, tx => signOutEverywhere(tx, person))
      await signOut(db, await openAuth(), visitor)
      return { success: true, message: 'Signed out everywhere.' }
    },

    async updatePerson(person, { body }, { change }) {
      await audited(database, { ...change, objectId: person.id }, tx => changeName(tx, person, clock(), body.name))
      return { success: true, message: 'Name changed.' }
    },

    async changePassword(person, { body }, { visitor, change }) {
      const asked = { currentPassword: body.current_password, newPassword: body.new_password }
      await askingForPassword(db, person, async () => changePassword(db, await openAuth(), person, visitor, asked))
      await recordOwn(change, person)
      return { success: true, message: 'Password changed. Every other session has ended.' }
    },

    async startTotp(person, { body }, { visitor }) {
      const started = await askingForPassword(db, person, async () =>
        startTotp(await openAuth(), person, visitor, body.password),
      )
      return { uri: started.uri, secret: started.secret, backup_codes: started.backupCodes }
    },

    async confirmTotp(person, { body }, { visitor, change }) {
      await askingForPassword(db, person, async () => confirmTotp(db, await openAuth(), person, visitor, body.code))
      if (!person.hasTotp) await recordOwn(change, person)
      return { success: true, message: 'Signing in now asks for a code.' }
    },

    async stopTotp(person, { body }, { visitor, change }) {
      await askingForPassword(db, person, async () => stopTotp(await openAuth(), visitor, body.password))
      if (person.hasTotp) await recordOwn(change, person)
      return { success: true, message: 'Signing in now asks only for the password.' }
    },

    async renewBackupCodes(person, { body }, { visitor, change }) {
      const codes = await askingForPassword(db, person, async () =>
        renewBackupCodes(await openAuth(), visitor, body.password),
      )
      await recordOwn(change, person)
      return { backup_codes: codes }
    },
  } satisfies Partial<ConsoleHandlers>
}
