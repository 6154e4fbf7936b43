/** Checks a workflow before contacts may enter it. Reports all faults at once. */
import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { type AddressPolicy, refusedAddress } from '#core/public-address.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { fieldsOf, lockFields } from '#resources/audience/fields/read.ts'
import { knownSegments, lockSegments } from '#resources/audience/segments/members.ts'
import { knownTopics, lockTopics } from '#resources/audience/topics/read.ts'
import type { TemplateText } from '#resources/messages/templates/template-text.ts'
import { faultsOfTemplates, lockTemplates, type Mentioned } from '#resources/messages/templates/usable.ts'
import { type Checked, checkWorkflow } from './definition/check.ts'
import type { Reference, TemplateReference } from './definition/context.ts'
import type { Definition } from './definition/definition.ts'
import { countActive } from './store.ts'
import type { Content } from './workflow.ts'

type Scope = Pick<Caller, 'organizationId' | 'environmentId'>
export type ActivationParts = {
  addresses: AddressPolicy
  templateText: TemplateText
}

/** Each may start a run for every contact of an import. Concurrent requests may exceed the limit slightly, which is harmless. */
const maxActive = 200

export async function refuseTooManyActive(tx: Tx, { environmentId }: Scope): Promise<void> {
  if ((await countActive(tx, environmentId)) < maxActive) return
  throw new Refusal('invalid_state', {
    message: `${maxActive} workflows are active already. Pause one first, or combine several into one.`,
  })
}

type Whole = Omit<Checked, 'references'>

/** For a workflow that is saved: what it names cannot be deleted until the transaction ends. */
export const checkContent = (
  tx: Tx,
  caller: Scope,
  now: Date,
  content: Content,
  parts: ActivationParts,
): Promise<Whole> => check(caller, now, content, { ...parts, ...locking(tx, caller) })

export const checkSimulated = (
  db: Db,
  caller: Scope,
  now: Date,
  content: Content,
  parts: ActivationParts,
): Promise<Whole> => check(caller, now, content, { ...parts, ...reading(db, caller) })

/** Of these ids, the ones that exist. */
type Find = (ids: readonly string[]) => Promise<ReadonlySet<string>>
type Known = {
  fields: () => Promise<Fields>
  topics: Find
  segments: Find
  faultsOfTemplates: (text: TemplateText, mentioned: readonly Mentioned[]) => Promise<readonly Fault[]>
}

const locking = (tx: Tx, caller: Scope): Known => ({
  fields: async () => (await lockFields(tx, [caller.environmentId]))(caller.environmentId),
  topics: async ids => {
    const held = await lockTopics(
      tx,
      ids.map(id => ({ environmentId: caller.environmentId, id })),
    )
    return new Set(held.map(({ id }) => id))
  },
  segments: ids => lockSegments(tx, caller.environmentId, ids),
  faultsOfTemplates: async (text, mentioned) => {
    await lockTemplates(tx, caller, mentioned)
    return faultsOfTemplates(tx, text, caller, mentioned)
  },
})

const reading = (db: Db, caller: Scope): Known => ({
  fields: async () => (await fieldsOf(db, [caller.environmentId]))(caller.environmentId),
  topics: ids => knownTopics(db, caller, ids),
  segments: ids => knownSegments(db, caller.environmentId, ids),
  // A simulation renders the templates itself, for its contact.
  faultsOfTemplates: async (text, mentioned) =>
    (await faultsOfTemplates(db, text, caller, mentioned)).filter(({ path }) => !isOfVariable(path)),
})

async function check(
  caller: Scope,
  now: Date,
  { triggerType, triggerConfig, definition }: Content,
  { addresses, templateText, ...known }: ActivationParts & Known,
): Promise<Whole> {
  const unchecked = {
    trigger_type: triggerType ?? undefined,
    trigger_config: triggerConfig ?? undefined,
    workflow_definition: definition ?? undefined,
  }
  const fields = await known.fields()
  const checked = await checkTexts(templateText, caller, parse => checkWorkflow(unchecked, { parse, now, fields }))
  if (Array.isArray(checked)) throw invalid(...checked)
  const { references, ...whole } = checked
  const faults = [
    ...faultsOfAddresses(whole.definition, addresses),
    ...(await faultsOfMissing('topic', references.topics, known.topics)),
    ...(await faultsOfMissing('segment', references.segments, known.segments)),
    ...(await known.faultsOfTemplates(templateText, references.templates.map(toMentioned))).filter(
      ({ path }) => !isOfRun(path),
    ),
  ]
  if (faults.length > 0) throw invalid(...faults)
  return whole
}

/** Parses all texts in one call between two checks of the definition: the first check collects the texts, the second reports faults with their paths. */
async function checkTexts<T>(
  text: TemplateText,
  { organizationId }: Scope,
  check: (parse: (source: string) => string | undefined) => T,
): Promise<T> {
  const sources = new Set<string>()
  const checked = check(source => {
    sources.add(source)
    return undefined
  })
  const list = [...sources]
  const found = await text.inspect(
    organizationId,
    list.map(source => ({ kind: 'plain', source })),
  )
  const faults = new Map(list.map((source, nth) => [source, found[nth]]))
  if (found.every(one => !('fault' in one))) return checked
  return check(source => {
    const verdict = faults.get(source)
    return verdict && 'fault' in verdict ? verdict.fault : undefined
  })
}

/** Host names are checked when they are resolved, for each attempt. */
const faultsOfAddresses = ({ steps }: Definition, policy: AddressPolicy): Fault[] =>
  steps.flatMap(({ type, config }, index) => {
    const message = type === 'webhook' ? refusedAddress(config.url, policy) : undefined
    return message ? [{ path: `workflow_definition.steps.${index}.config.url`, message }] : []
  })

async function faultsOfMissing(noun: string, references: readonly Reference[], find: Find): Promise<Fault[]> {
  if (references.length === 0) return []
  const known = await find(references.map(({ id }) => id))
  return references
    .filter(({ id }) => !known.has(id))
    .map(({ path }) => ({ path, message: `is not the id of a ${noun}` }))
}

/** A placeholder contact with all fields. Real contacts may lack some, which shows when the email is rendered. */
const placeholderContact: Record<string, unknown> = {
  id: '',
  email: 'somebody@example.com',
  phone_number: '+15005550006',
  first_name: 'Some',
  last_name: 'Body',
  email_subscribed: true,
  sms_subscribed: true,
}
const isOfVariable = (path: string): boolean => path.includes('.config.variables.')
const isOfRun = (path: string): boolean => /\.config\.variables\.(contact|trigger)(\.|$)/.test(path)

const toMentioned = ({ path, variables, ...reference }: TemplateReference): Mentioned => ({
  path,
  template: 'id' in reference ? { id: reference.id } : { friendlyName: reference.friendly_name },
  variables: { ...variables, values: { contact: placeholderContact, trigger: {}, ...variables.values } },
})
