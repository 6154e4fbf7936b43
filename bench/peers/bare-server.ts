/** What a user would write without us: bare Fastify routes with the same schemas, one of them with an INSERT per request. */
import { Contact, ContactCreate } from '@posthorn/contract/audience/contacts'
import { formats } from '@posthorn/contract/formats'
import Fastify from 'fastify'
import { newId } from '../../server/src/core/id.ts'
import { openDatabase } from '../../server/src/postgres/database.ts'
import { callerFinder, callerIdentifier } from '../../server/src/resources/account/organizations/identify.ts'
import { withoutIds } from '../../server/src/validation/schema-ids.ts'
import { addEmailRoutes } from './bare-emails.ts'

const database = openDatabase({ url: process.env.DATABASE_URL ?? '', connections: 10 })
const { pool } = database
const environmentId = newId(new Date())

const app = Fastify({
  routerOptions: { maxParamLength: 1_000 },
  ajv: {
    customOptions: { strict: false },
    onCreate: ajv => {
      for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)
    },
  },
})
const body = withoutIds(ContactCreate)
const contact = withoutIds(Contact)
const constant: Contact = {
  id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  email: 'ada.1.000000001@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email_subscribed: true,
  sms_subscribed: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

app.post<{ Body: ContactCreate }>(
  '/inserted',
  { schema: { body, response: { 201: contact } } },
  async (request, reply) => {
    const { email, phone_number, first_name, last_name, email_subscribed, sms_subscribed } = request.body
    const now = new Date()
    const { rows } = await pool.query(
      `insert into bench.contacts (environment_id, id, email, phone_number, first_name, last_name, email_subscribed,
         sms_subscribed, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       returning id, email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, created_at, updated_at`,
      [environmentId, newId(now), email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, now],
    )
    reply.code(201)
    return toReply(rows[0])
  },
)

app.post('/validated', { schema: { body, response: { 201: contact } } }, async (_request, reply) => {
  reply.code(201)
  return constant
})

app.get('/constant/:id', { schema: { response: { 200: contact } } }, async () => constant)

app.get('/redirected/:token', async (_request, reply) => reply.redirect('https://shop.example.com/offers'))

type Row = Record<'id' | 'email' | 'phone_number' | 'first_name' | 'last_name', string> &
  Record<'email_subscribed' | 'sms_subscribed', boolean> &
  Record<'created_at' | 'updated_at', Date>

const toReply = (row: Row) => ({
  id: row.id,
  email: row.email ?? undefined,
  phone_number: row.phone_number ?? undefined,
  first_name: row.first_name ?? undefined,
  last_name: row.last_name ?? undefined,
  email_subscribed: row.email_subscribed,
  sms_subscribed: row.sms_subscribed,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const caller = await callerIdentifier(callerFinder(database.db), () => 0)(process.env.BENCH_KEY ?? '')
if (!caller) throw new Error('BENCH_KEY must be the key of an organization.')
addEmailRoutes(app, database, caller)

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
// Exit normally, or `--cpu-prof` writes no profile.
process.once('SIGTERM', () => process.exit())
