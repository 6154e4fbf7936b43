/**
 * Sessions, passwords and one-time codes, by better-auth on our tables. Nothing of it is reachable over HTTP: what the
 * console offers is called from here, word by word.
 */
import { createHmac } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { addressHeader } from './address-header.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { sessionPlugin } from './session-plugin.ts'

export type AuthParts = {
  db: Db
  /** Of the installation, in the same database. */
  secret: Buffer
  /** Of the settings: with it a dump of the database is not enough to make a cookie or a code. */
  encryptionKey: Buffer | null
  clock: Clock
  publicUrl: string
  log: Logger
}

const day = 24 * 60 * 60

/**
 * scrypt keeps one of the four threads of the process busy for a tenth of a second, and new connections to the database
 * wait for a thread, too: a dozen sign-ins at once made other requests run into their time limits.
 */
const inTurn = limitConcurrency({ atOnce: 2, maxWaiting: 100 })

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const openAuth = ({ db, secret, encryptionKey, clock, publicUrl, log }: AuthParts) =>
  betterAuth({
    appName: 'Posthorn',
    baseURL: publicUrl,
    basePath: '/console/auth',
    // What was sealed before the setting was made opens still.
    secret: ownKey(secret),
    ...(encryptionKey && { secrets: [{ version: 1, value: ownKey(encryptionKey) }] }),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    // Its lines name people; what went wrong is told to the caller, or thrown.
    logger: { level: 'warn', log: (level, message) => log.debug({ level }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: {
        hash: password => inTurn(() => hashPassword(password)),
        verify: given => inTurn(() => verifyPassword(given)),
      },
    },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', ...times },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      // What began at a provider ends for good, however often it is renewed: see findPerson.
      additionalFields: { endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' } },
      expiresIn: 14 * day,
      updateAge: day,
    },
    account: {
      modelName: 'credentials',
      fields: { userId: 'person_id', accountId: 'account_id', providerId: 'provider_id', ...times },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    // Tries are counted in sign-in-tries.ts: exactly, and also when they come at once.
    rateLimit: { enabled: false },
    advanced: {
      // With this name a browser takes the cookie from this very host alone: no neighbour of it can put in one of theirs.
      cookiePrefix: isSecure(publicUrl) ? '__Host-posthorn' : 'posthorn',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(publicUrl) },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId(clock()) },
    },
    plugins: [
      sessionPlugin(),
      twoFactor({
        issuer: 'Posthorn',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  })

const ownKey = (key: Buffer): string => createHmac('sha256', key).update('console sessions').digest('base64url')

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:'

export type Auth = ReturnType<typeof openAuth>
