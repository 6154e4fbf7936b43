import { setImmediate } from 'node:timers/promises'
import { isId } from '#id.ts'
import type { Db } from '#postgres/database.ts'
import { invalid, Refusal } from '#refusal.ts'
import type { Contact } from '#resources/contacts/contact.ts'
import { contactsByEmail } from '#resources/contacts/read.ts'
import { publishedReader } from './published.ts'
import { type Compiled, partsOf, type RenderedContent, render } from './render.ts'
import { contactsForbidden, scopeOf } from './scope.ts'
import { type Found, findWanted, type VersionKey, versionName } from './store.ts'
import { unpublished } from './usable.ts'

type TemplateReference = { id: string } | { friendlyName: string }
export type WantedEmail = {
  environmentId: string
  template: TemplateReference
  variables: Record<string, unknown>
  recipient: string
  /** Otherwise nothing of the recipient’s contact is filled in. */
  mayReadContacts: boolean
}
export type Rendered = RenderedContent & { templateId: string }

type Chosen = { wanted: WantedEmail; templateId: string; compiled: Compiled }

/** Fills in what is published, for many emails at once; verdicts are in the order of the emails. */
export function templateRenderer(db: Db): (wanted: readonly WantedEmail[]) => Promise<(Rendered | Refusal)[]> {
  const readPublished = publishedReader(db)

  async function choose(wanted: readonly WantedEmail[]): Promise<(Chosen | Refusal)[]> {
    const found = await findWanted(db, wanted.map(toWanted))
    const keys = wanted.map((one, nth) => keyOf(one, found[nth]))
    const compiled = await readPublished(keys.flatMap(key => (key instanceof Refusal ? [] : key)))
    return wanted.map((one, nth) => {
      const key = keys[nth] ?? unknown(one)
      if (key instanceof Refusal) return key
      const own = compiled.get(versionName(key))
      return own ? { wanted: one, templateId: key.templateId, compiled: own } : unknown(one)
    })
  }

  return async wanted => {
    if (wanted.length === 0) return []
    const chosen = await choose(wanted)
    const contacts = await contactsFor(db, chosen)
    return renderInTurns(chosen, contacts)
  }
}

/** A text that cannot be an id is not looked for at all. */
function toWanted({ environmentId, template }: WantedEmail) {
  if ('friendlyName' in template) return { environmentId, id: null, friendlyName: template.friendlyName }
  return { environmentId, id: isId(template.id) ? template.id : null, friendlyName: null }
}

function keyOf(wanted: WantedEmail, found: Found | undefined): VersionKey | Refusal {
  if (!found) return unknown(wanted)
  const { id: templateId, publishedVersion: version } = found
  if (version !== null) return { environmentId: wanted.environmentId, templateId, version }
  return invalid({ path: pathOf(wanted), message: unpublished })
}

const pathOf = ({ template }: WantedEmail) => ('id' in template ? 'template_id' : 'template_friendly_name')

const unknown = (wanted: WantedEmail): Refusal => {
  const field = 'id' in wanted.template ? 'id' : 'friendly_name'
  const message = `must be the ${field} of a template of this environment; GET /v1/templates lists them`
  return invalid({ path: pathOf(wanted), message })
}

/** Contacts are looked for only where a template speaks of them, the variables do not name one, and the caller may read them. */
async function contactsFor(
  db: Db,
  chosen: readonly (Chosen | Refusal)[],
): Promise<ReadonlyMap<Chosen, Contact | undefined>> {
  const asking = chosen.flatMap(one => (one instanceof Refusal || !asksForContact(one) ? [] : one))
  const contacts = await contactsByEmail(
    db,
    asking.map(({ wanted }) => ({ environmentId: wanted.environmentId, email: wanted.recipient })),
  )
  return new Map(asking.map((one, nth) => [one, contacts[nth]]))
}

const asksForContact = ({ wanted, compiled }: Chosen): boolean =>
  wanted.mayReadContacts && !Object.hasOwn(wanted.variables, 'contact') && usesContact(compiled)

const usesContact = (compiled: Compiled): boolean =>
  partsOf(compiled).some(part => part.variables.some(name => name === 'contact' || name.startsWith('contact.')))

// The longest that others wait while one batch is being filled in.
const turnMs = 20

async function renderInTurns(
  chosen: readonly (Chosen | Refusal)[],
  contacts: ReadonlyMap<Chosen, Contact | undefined>,
): Promise<(Rendered | Refusal)[]> {
  const verdicts: (Rendered | Refusal)[] = []
  let turnEnds = performance.now() + turnMs
  for (const one of chosen) {
    verdicts.push(one instanceof Refusal ? one : fillIn(one, contacts.get(one)))
    if (performance.now() < turnEnds) continue
    await setImmediate()
    turnEnds = performance.now() + turnMs
  }
  return verdicts
}

function fillIn({ wanted, templateId, compiled }: Chosen, contact: Contact | undefined): Rendered | Refusal {
  const content = render(compiled, scopeOf(wanted.variables, contact))
  if (content instanceof Refusal) return wanted.mayReadContacts ? content : contactsForbidden(content)
  return { templateId, ...content }
}
