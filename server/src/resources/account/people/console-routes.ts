import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { changeName, changePassword } from './change.ts'
import type { OpenAuth } from './lazy-auth.ts'
import { confirmSignIn, type PasswordRule, refusePassword, signIn, signOut, signOutEverywhere } from './sign-in.ts'
import { openSignInLink } from './sign-in-link.ts'
import { askingForPassword, confirmTotp, renewBackupCodes, startTotp, stopTotp } from './totp.ts'

type Parts = { database: Database; clock: Clock; openAuth: OpenAuth; instance: PasswordRule }

export function peopleConsoleRoutes({ database, clock, openAuth, instance }: Parts) {
  const { db } = database
  return {
    async signIn(_nobody, { body }, { visitor }) {
      refusePassword(instance)
      const { needsCode } = await signIn(db, await openAuth(), visitor, body)
      return { needs_code: needsCode }
    },

    async confirmSignIn(_nobody, { body }, { visitor }) {
      refusePassword(instance)
      await confirmSignIn(db, await openAuth(), visitor, body)
      return { needs_code: false }
    },

    async openSignInLink(_nobody, { body }, { visitor }) {
      await openSignInLink(db, await openAuth(), visitor, clock(), body.token)
      return { success: true, message: 'Signed in.' }
    },

    async signOut(_nobody, _input, { visitor }) {
      await signOut(db, await openAuth(), visitor)
      return { success: true, message: 'Signed out.' }
    },

    async signOutEverywhere(person, _input, { visitor }) {
      await database.transaction(tx => signOutEverywhere(tx, person))
      await signOut(db, await openAuth(), visitor)
      return { success: true, message: 'Signed out everywhere.' }
    },

    async updatePerson(person, { body }) {
      await database.transaction(tx => changeName(tx, person, clock(), body.name))
      return { success: true, message: 'Name changed.' }
    },

    async changePassword(person, { body }, { visitor }) {
      const asked = { currentPassword: body.current_password, newPassword: body.new_password }
      await askingForPassword(db, person, async () => changePassword(db, await openAuth(), person, visitor, asked))
      return { success: true, message: 'Password changed. Every other session has ended.' }
    },

    async startTotp(person, { body }, { visitor }) {
      const started = await askingForPassword(db, person, async () =>
        startTotp(await openAuth(), person, visitor, body.password),
      )
      return { uri: started.uri, secret: started.secret, backup_codes: started.backupCodes }
    },

    async confirmTotp(person, { body }, { visitor }) {
      await askingForPassword(db, person, async () => confirmTotp(db, await openAuth(), person, visitor, body.code))
      return { success: true, message: 'From now on signing in asks for a code.' }
    },

    async stopTotp(person, { body }, { visitor }) {
      await askingForPassword(db, person, async () => stopTotp(await openAuth(), visitor, body.password))
      return { success: true, message: 'Signing in asks for the password alone again.' }
    },

    async renewBackupCodes(person, { body }, { visitor }) {
      const codes = await askingForPassword(db, person, async () =>
        renewBackupCodes(await openAuth(), visitor, body.password),
      )
      return { backup_codes: codes }
    },
  } satisfies Partial<ConsoleHandlers>
}
