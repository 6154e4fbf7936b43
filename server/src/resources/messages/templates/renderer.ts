import { isId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { contactsByEmail } from '#resources/audience/contacts/read.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { type Published, type PublishedKey, publishedReader } from './published.ts'
import { type RenderedContent, toRendered } from './render.ts'
import { contactsForbidden, scopeOf } from './scope.ts'
import { type Found, findWanted, versionName } from './store.ts'
import type { TemplateText } from './template-text.ts'
import { unpublished } from './usable.ts'

type TemplateReference = { id: string } | { friendlyName: string }
export type WantedEmail = {
  organizationId: string
  environmentId: string
  template: TemplateReference
  variables: Record<string, unknown>
  recipient: string
  /** When false, nothing of the recipient’s contact is filled in. */
  mayReadContacts: boolean
}
export type Rendered = RenderedContent & { templateId: string }

type Chosen = { wanted: WantedEmail; templateId: string; published: Published }

/** Fills in the published versions for many emails at once; the verdicts are in the order of the emails. */
export function templateRenderer(
  db: Db,
  text: TemplateText,
): (wanted: readonly WantedEmail[]) => Promise<(Rendered | Refusal)[]> {
  const readPublished = publishedReader(db, text)

  async function choose(wanted: readonly WantedEmail[]): Promise<(Chosen | Refusal)[]> {
    const found = await findWanted(db, wanted.map(toWanted))
    const keys = wanted.map((one, nth) => keyOf(one, found[nth]))
    const published = await readPublished(keys.flatMap(key => (key instanceof Refusal ? [] : key)))
    return wanted.map((one, nth) => {
      const key = keys[nth] ?? unknown(one)
      if (key instanceof Refusal) return key
      const own = published.get(versionName(key))
      return own ? { wanted: one, templateId: key.templateId, published: own } : unknown(one)
    })
  }

  return async wanted => {
    if (wanted.length === 0) return []
    const chosen = await choose(wanted)
    const [contacts, fields] = await Promise.all([contactsFor(db, chosen), fieldsFor(db, chosen)])
    return renderAll(text, chosen, one => scopeOf(one.wanted.variables, contacts.get(one), fields(one)))
  }
}

/** A text that cannot be an id is not looked up. */
function toWanted({ environmentId, template }: WantedEmail) {
  if ('friendlyName' in template) return { environmentId, id: null, friendlyName: template.friendlyName }
  return { environmentId, id: isId(template.id) ? template.id : null, friendlyName: null }
}

function keyOf(wanted: WantedEmail, found: Found | undefined): PublishedKey | Refusal {
  if (!found) return unknown(wanted)
  const { id: templateId, publishedVersion: version } = found
  if (version !== null)
    return { tenant: wanted.organizationId, environmentId: wanted.environmentId, templateId, version }
  return invalid({ path: pathOf(wanted), message: unpublished })
}

const pathOf = ({ template }: WantedEmail) => ('id' in template ? 'template_id' : 'template_friendly_name')

const unknown = (wanted: WantedEmail): Refusal => {
  const field = 'id' in wanted.template ? 'id' : 'friendly_name'
  const message = `must be the ${field} of a template of this environment; GET /v1/templates lists them`
  return invalid({ path: pathOf(wanted), message })
}

/** Contacts are looked up only when a template uses them, the variables do not provide one, and the caller may read them. */
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

const asksForContact = ({ wanted, published }: Chosen, part = 'contact'): boolean =>
  wanted.mayReadContacts &&
  !Object.hasOwn(wanted.variables, 'contact') &&
  [...published.variables].some(name => name === 'contact' || name === part || name.startsWith(`${part}.`))

/** The fallbacks for properties that the contact does not have, when a template prints properties. */
async function fieldsFor(db: Db, chosen: readonly (Chosen | Refusal)[]): Promise<(one: Chosen) => Fields> {
  const printing = chosen.flatMap(one =>
    one instanceof Refusal || !asksForContact(one, 'contact.properties') ? [] : one,
  )
  const fields = await fieldsOf(
    db,
    printing.map(({ wanted }) => wanted.environmentId),
  )
  return ({ wanted }) => fields(wanted.environmentId)
}

/** Tenant by tenant, so that the work of each is separate. */
async function renderAll(
  text: TemplateText,
  chosen: readonly (Chosen | Refusal)[],
  variablesOf: (one: Chosen) => Record<string, unknown>,
): Promise<(Rendered | Refusal)[]> {
  const verdicts = new Map<Chosen, Rendered | Refusal>()
  const able = chosen.flatMap(one => (one instanceof Refusal ? [] : one))
  const byTenant = Map.groupBy(able, ({ wanted }) => wanted.organizationId)
  const renderFor = async (tenant: string, own: readonly Chosen[]): Promise<void> => {
    const filled = await text.fill(
      tenant,
      own.map(one => ({ texts: one.published, variables: variablesOf(one) })),
    )
    for (const [nth, one] of own.entries()) {
      const filling = filled[nth]
      if (filling) verdicts.set(one, verdictOn(one, toRendered(filling)))
    }
  }
  await Promise.all(Array.from(byTenant, ([tenant, own]) => renderFor(tenant, own)))
  return chosen.map(one => {
    const verdict = one instanceof Refusal ? one : verdicts.get(one)
    if (!verdict) throw new Error('a template was not filled in')
    return verdict
  })
}

function verdictOn({ wanted, templateId }: Chosen, content: RenderedContent | Refusal): Rendered | Refusal {
  if (content instanceof Refusal) return wanted.mayReadContacts ? content : contactsForbidden(content)
  return { templateId, ...content }
}
