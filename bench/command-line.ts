import { parseArgs } from 'node:util'

const comparisonNames = [
  'contacts-create',
  'contact-get',
  'memory',
  'contacts-list',
  'emails-accept',
  'emails-batch',
  'emails-deliver',
  'emails-dkim',
  'emails-latency',
  'sms-accept',
  'sms-smpp',
  'tracking',
  'webhooks',
  'workflows',
  'emails-many',
  'group-commit',
] as const
export type ComparisonName = (typeof comparisonNames)[number]

export type Asked = { names: ReadonlySet<ComparisonName>; quick: boolean; json: string | undefined }

export const usage = `npm run bench -- [${comparisonNames.join(' | ')} …] [--quick] [--json FILE]`

/** No name asks for everything; memory is what the load of two others leaves behind, so it asks for them too. */
export function readCommandLine(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  })
  const names = new Set<ComparisonName>(positionals.length === 0 ? comparisonNames : positionals.map(toName))
  if (names.has('memory')) names.add('contacts-create').add('contact-get')
  return { names, quick: values.quick, json: values.json }
}

function toName(text: string): ComparisonName {
  const name = comparisonNames.find(one => one === text)
  if (!name) throw new Error(`There is no comparison "${text}".`)
  return name
}
