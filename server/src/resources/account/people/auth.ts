/**
 * Sessions, passwords and one-time codes, with better-auth on our tables. None of its routes is reachable over HTTP; our own
 * operations call its functions.
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
  /** The installation's secret, stored in the same database. */
  secret: Buffer
  /** From the settings: with it, a database dump is not enough to forge a cookie or a code. */
  encryptionKey: Buffer | null
  clock: Clock
  publicUrl: string
  log: Logger
}

const day = 24 * 60 * 60

/**
 * scrypt occupies one of the four threads of the process for a tenth of a second, and new database connections need a thread
 * as well: a dozen sign-ins at once made other requests time out.
 */
const inTurn = limitConcurrency({ atOnce: 2, maxWaiting: 100 })

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const openAuth = ({ db, secret, encryptionKey, clock, publicUrl, log }: AuthParts) =>
  betterAuth({
    appName: 'Posthorn',
    baseURL: publicUrl,
    basePath: '/console/auth',
    // Secrets sealed before the setting existed can still be opened.
    secret: ownKey(secret),
    ...(encryptionKey && { secrets: [{ version: 1, value: ownKey(encryptionKey) }] }),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    // Its log lines contain personal data. Errors are returned to the caller or thrown.
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
      // A session from a provider has a final end, however often it is renewed: see findPerson.
      additionalFields: { endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' } },
      expiresIn: 14 * day,
      updateAge: day,
    },
    account: {
      modelName: 'credentials',
      fields: { userId: 'person_id', accountId: 'account_id', providerId: 'provider_id', ...times },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    // Attempts are counted in sign-in-tries.ts, exactly, even concurrent ones.
    rateLimit: { enabled: false },
    advanced: {
      // With this prefix a browser accepts the cookie from this host only, so that no sibling host can set one.
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
