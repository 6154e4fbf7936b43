/** Known attacks, by name. Each stopped the service for all, or ended the process. */
import { atOnce, htmlAttack, jsonAttack, liquidAttack, templateAttack, workflowAttack } from './attacks.ts'
import { liquids, type Program, printedList } from './liquids.ts'
import { isLong } from './runs.ts'
import type { Attack } from './target.ts'
import { fill, htmls, jsons, mjmls } from './texts.ts'

const megabyte = 1_000_000

const json = (kind: string, size: number): string => jsons[kind]?.(size) ?? ''
const html = (kind: string, size: number): string => htmls[kind]?.(size) ?? ''
const mjml = (kind: string, size: number): string => mjmls[kind]?.(size) ?? ''
const liquid = (kind: string, size: number): Program => liquids[kind]?.(size) ?? { source: '' }

/** A batch of emails whose content is most of the body, and whose last one is refused: nothing of it is ever delivered. */
const largeEmail = { from: 'a@acme.test', to: 'ada@example.com', subject: 'S', text: fill('a', 5 * megabyte) }
const largeBatch = `[${[...Array(isLong ? 8 : 3).fill(largeEmail), { ...largeEmail, to: 'nobody' }].map(one => JSON.stringify(one)).join()}]`

const batchSize = `${Math.round(largeBatch.length / megabyte)} MB`

export const knownAttacks: Attack[] = [
  jsonAttack('1 MB of short keys for a contact', 'an unknown field of a contact', json('short keys', megabyte)),
  jsonAttack('14 MB of short keys for a contact', 'an unknown field of a contact', json('short keys', 14 * megabyte)),
  jsonAttack(
    '14 MB of {} that nobody asked for',
    'an unknown field of a contact',
    json('empty objects', 14 * megabyte),
  ),
  jsonAttack('10 MB of variables', 'the variables of an email', `{"a":${json('numbers', 10 * megabyte)}}`),
  jsonAttack('48 MB of short keys in a batch', 'an email of a batch', json('short keys', 48 * megabyte)),
  {
    about: '1 GB in pieces for a contact',
    mayGrow: 64 * megabyte,
    run: async target => [
      await target.send({
        operation: 'createContact',
        method: 'POST',
        path: '/v1/contacts',
        body: Buffer.alloc(1024 * 1024, ' '),
        isChunked: true,
        times: 1_024,
      }),
    ],
  },
  atOnce(16, jsonAttack(`${batchSize} in pieces`, 'a batch as a whole', largeBatch, { isChunked: true })),
  atOnce(40, jsonAttack(batchSize, 'a batch as a whole', largeBatch)),
  liquidAttack('a variable of 9 MB of &', liquid('a variable of ampersands', 9 * megabyte)),
  templateAttack('250 KB of q in MJML', { mjml: mjml('a word and many q', 250_000) }),
  htmlAttack('many links in a long text', html('many links in a long text', megabyte), false),
  htmlAttack('tracked links that never close', html('links that stay open', 2 * megabyte)),
  htmlAttack('20,000 nested tables', html('nested tables with links', 20_000 * 78), false),
  liquidAttack('a printed list', printedList(9)),
  workflowAttack('a printed list in a workflow', {
    type: 'send_email',
    config: { from: 'a@acme.test', subject: 'S', html: printedList(9).source },
  }),
]
