/** Ways to bring hostile text to the service: each returns the answers to all its requests. */
import { randomUUID } from 'node:crypto'
import type { Program } from './liquids.ts'
import type { Hostile, Sent } from './send.ts'
import type { Attack, Target } from './target.ts'

const email = { from: 'attacker@acme.test', to: 'ada@example.com', subject: 'Hello' }

const sendEmail = (body: object): Hostile => ({
  operation: 'sendEmail',
  method: 'POST',
  path: '/v1/emails',
  body: JSON.stringify({ ...email, ...body }),
})

/** An email whose text is derived from its html, and whose links are rewritten, when it is delivered. */
export const htmlAttack = (about: string, html: string, isTracked = true): Attack => ({
  about,
  run: async ({ send }) => [await send(sendEmail({ html, track_opens: isTracked, track_clicks: isTracked }), about)],
})

type Content = { html?: string; text?: string; mjml?: string }

/** Stored, shown, sent and removed. */
export const templateAttack = (about: string, content: Content, variables: object = {}): Attack => ({
  about,
  async run({ send }) {
    const created = await send({
      operation: 'createTemplate',
      method: 'POST',
      path: '/v1/templates',
      body: JSON.stringify({ friendly_name: randomUUID(), subject: 'S', ...content }),
    })
    if (created.status !== 201) return [created]
    const path = `/v1/templates/${created.body.id}`
    const body = JSON.stringify({ variables })
    const rendered = await send({ operation: 'renderTemplate', method: 'POST', path: `${path}/render`, body })
    const sent = await send(sendEmail({ template_id: created.body.id, subject: undefined, variables }))
    const removed = await send({ operation: 'deleteTemplate', method: 'DELETE', path })
    return [created, rendered, sent, removed]
  },
})

export const liquidAttack = (about: string, { source, variables }: Program): Attack =>
  templateAttack(about, { html: source, text: source }, variables)

/** Sent to an operation whose body has this JSON in a field of this name. */
export const jsonAttack = (
  about: string,
  place: JsonPlace,
  json: string,
  how: Pick<Hostile, 'isChunked'> = {},
): Attack => ({
  about,
  run: async ({ send }) => [await send({ ...jsonPlaces[place](json), ...how }, about)],
})

const withField = (body: object, name: string, json: string): string =>
  `${JSON.stringify(body).slice(0, -1)},"${name}":${json}}`

export type JsonPlace = keyof typeof jsonPlaces
export const jsonPlaces = {
  'an unknown field of a contact': (json: string): Hostile => ({
    operation: 'createContact',
    method: 'POST',
    path: '/v1/contacts',
    body: withField({ email: `${randomUUID()}@example.com` }, 'zzz', json),
  }),
  'a name of a contact': (json: string): Hostile => ({
    operation: 'createContact',
    method: 'POST',
    path: '/v1/contacts',
    body: withField({ email: `${randomUUID()}@example.com` }, 'first_name', json),
  }),
  'the variables of an email': (json: string): Hostile => ({
    operation: 'sendEmail',
    method: 'POST',
    path: '/v1/emails',
    body: withField({ ...email, template_friendly_name: 'none' }, 'variables', json),
  }),
  'the headers of an email': (json: string): Hostile => ({
    operation: 'sendEmail',
    method: 'POST',
    path: '/v1/emails',
    body: withField({ ...email, text: 'Hello' }, 'headers', json),
  }),
  'an email of a batch': (json: string): Hostile => ({
    operation: 'sendEmailBatch',
    method: 'POST',
    path: '/v1/emails/batch',
    body: `[${withField({ ...email, text: 'Hello' }, 'zzz', json)}]`,
  }),
  'a batch as a whole': (json: string): Hostile => ({
    operation: 'sendEmailBatch',
    method: 'POST',
    path: '/v1/emails/batch',
    body: json,
  }),
  'the definition of a workflow': (json: string): Hostile => ({
    operation: 'createWorkflow',
    method: 'POST',
    path: '/v1/workflows',
    body: withField({ name: 'W' }, 'workflow_definition', json),
  }),
}

/** The same attack this many times in parallel. */
export const atOnce = (count: number, { about, run, ...rest }: Attack): Attack => ({
  ...rest,
  about: `${about}, ${count} at once`,
  run: async target => (await Promise.all(Array.from({ length: count }, () => run(target)))).flat(),
})

type Run = { state: string; error: string | null }

/** A workflow that a new contact enters, with a hostile first step: the run must fail, with a reason. */
export const workflowAttack = (about: string, config: object, expected: 'failed' | 'any' = 'failed'): Attack => ({
  about,
  async run({ send }) {
    const created = await send({
      operation: 'createWorkflow',
      method: 'POST',
      path: '/v1/workflows',
      body: JSON.stringify({
        name: 'Hostile',
        status: 'active',
        trigger_config: { type: 'contact_created' },
        workflow_definition: { steps: [{ key: 'it', ...config }], connections: [] },
      }),
    })
    if (created.status !== 201) return [created]
    const path = `/v1/workflows/${created.body.id}`
    const contact = await send(jsonPlaces['a name of a contact']('"Ada"'))
    const run = await untilEnded({ send }, path)
    const removed = await send({ operation: 'deleteWorkflow', method: 'DELETE', path })
    const isEnded = run?.state === 'completed' || (run?.state === 'failed' && Boolean(run.error))
    const isRight = isEnded && (expected === 'any' || run.state === expected)
    const verdict: Sent = { about: `${about}: the run`, status: isRight ? 200 : 0, body: { ...run }, ms: 0 }
    return [created, contact, removed, verdict]
  },
})

/** Long enough for three tries in a process that ends each time. */
async function untilEnded({ send }: Pick<Target, 'send'>, path: string): Promise<Run | undefined> {
  const deadline = performance.now() + 40_000
  for (;;) {
    const { status, body } = await send({ method: 'GET', path: `${path}/runs` })
    // `as`: the shape of the contract, which other tests check.
    const run = (Array.isArray(body.data) ? body.data[0] : undefined) as Run | undefined
    if (run?.state === 'completed' || run?.state === 'failed' || status <= 0 || performance.now() > deadline) return run
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
