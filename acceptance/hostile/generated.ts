/** Members of each class, of any size up to the largest documented one. */
import { allOperations } from '@posthorn/contract/all-operations'
import fc, { type Arbitrary } from 'fast-check'
import { atOnce, htmlAttack, type JsonPlace, jsonAttack, jsonPlaces, liquidAttack, templateAttack } from './attacks.ts'
import { fieldAttack, fieldsOf, sizes } from './fields.ts'
import { files, importAttack } from './imports.ts'
import { inboundAttack, returnedMails } from './inbound.ts'
import { liquids } from './liquids.ts'
import type { Sent } from './send.ts'
import type { Attack } from './target.ts'
import { htmls, jsons, mjmls } from './texts.ts'
import { workflowAttacks } from './workflows.ts'

const megabyte = 1_000_000
const kindOf = (makers: object): Arbitrary<string> => fc.constantFrom(...Object.keys(makers))

const largest: Record<JsonPlace, number> = {
  'an unknown field of a contact': 14 * megabyte,
  'a name of a contact': 14 * megabyte,
  'the variables of an email': 14 * megabyte,
  'the headers of an email': 14 * megabyte,
  'an email of a batch': 48 * megabyte,
  'a batch as a whole': 48 * megabyte,
  'the definition of a workflow': 260_000,
}

// `as`: the keys of this very object.
const json = fc.constantFrom(...(Object.keys(jsonPlaces) as JsonPlace[])).chain(place =>
  fc
    .record({
      kind: kindOf(jsons),
      size: sizes(largest[place]),
      isChunked: fc.boolean(),
      count: fc.constantFrom(1, 1, 1, 4, 16),
    })
    .map(({ kind, size, isChunked, count }) => {
      const about = `${place}: ${kind}, ${size}${isChunked ? ' in pieces' : ''}`
      const attack = jsonAttack(about, place, jsons[kind]?.(size) ?? '', { isChunked })
      return count > 1 ? atOnce(count, attack) : attack
    }),
)

const html = fc
  .record({ kind: kindOf(htmls), size: sizes(5 * megabyte), isTracked: fc.boolean() })
  .map(({ kind, size, isTracked }) =>
    htmlAttack(`${kind}, ${size}${isTracked ? ', tracked' : ''}`, htmls[kind]?.(size) ?? '', isTracked),
  )

const liquid = fc
  .record({ kind: kindOf(liquids), size: sizes(9 * megabyte) })
  .map(({ kind, size }) => liquidAttack(`${kind}, ${size}`, liquids[kind]?.(size) ?? { source: '' }))

const mjml = fc
  .record({ kind: kindOf(mjmls), size: sizes(255_000) })
  .map(({ kind, size }) => templateAttack(`${kind}, ${size}`, { mjml: mjmls[kind]?.(size) ?? '' }))

const inbound = fc
  .record({ kind: kindOf(returnedMails), size: sizes(megabyte), count: fc.constantFrom(1, 1, 8) })
  .map(({ kind, size, count }) => {
    const attack = inboundAttack(`${kind}, ${size}`, returnedMails[kind]?.(size) ?? '')
    return count > 1 ? atOnce(count, attack) : attack
  })

const imports = fc
  .record({ kind: kindOf(files), size: sizes(4 * megabyte) })
  .map(({ kind, size }) => importAttack(`${kind}, ${size}`, files[kind]?.(size) ?? ''))

export const classes: Readonly<Record<string, Arbitrary<Attack>>> = {
  json,
  html,
  liquid,
  mjml,
  inbound,
  imports,
  workflows: fc.oneof(...workflowAttacks),
}

/** All fields of all operations, each with something hostile of at most this size, a few in parallel. */
export function everyField(largest: number, seed: number): Attack {
  const fields = allOperations.filter(({ isEndless }) => !isEndless).flatMap(fieldsOf)
  const attacks = fields.flatMap(field => {
    const size = Math.min(largest, field.operation.bodyLimit ?? largest)
    return fc.sample(fieldAttack(field, size), { seed: seed + fields.indexOf(field), numRuns: 1 })
  })
  return {
    about: `${attacks.length} fields of all operations`,
    async run(target) {
      const sent: Sent[] = []
      const left = attacks.values()
      const lane = async () => {
        for (const attack of left) sent.push(...(await attack.run(target)))
      }
      await Promise.all([lane(), lane(), lane(), lane()])
      return sent
    },
  }
}
