import type { Template, TemplateListItem } from '@posthorn/contract/messages/templates'
import { type Static, Type } from 'typebox'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { list, PageQuery, pageOf } from './pages.ts'
import { fallbacksIn, fromLiquid, toLiquid, type Variable, withFallbacks } from './template-braces.ts'

const Content = {
  alias: Maybe(Type.String()),
  subject: Maybe(Type.String()),
  text: Maybe(Type.String()),
  variables: Maybe(
    Type.Array(Type.Object({ key: Type.String(), fallback_value: Maybe(Type.Union([Type.String(), Type.Number()])) }), {
      maxItems: 100,
    }),
  ),
}
const Create = Type.Object({ name: Type.String(), html: Type.String(), ...Content })
const Update = Type.Object({ name: Maybe(Type.String()), html: Maybe(Type.String()), ...Content })

export const templateOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/templates',
    standsFor: 'createTemplate',
    status: 201,
    body: Create,
    async answer({ body, ask }) {
      const { name, alias, html, subject } = body
      const { id } = await ask('createTemplate', {
        body: {
          // Our names are unique, so the alias fits better; the name becomes the description.
          friendly_name: alias ?? name,
          description: name,
          status: 'draft',
          ...liquid(body),
          html: toLiquid(html, variablesOf(body)),
          // Our templates require a subject. The subject of the email takes precedence.
          subject: toLiquid(subject ?? name, variablesOf(body)),
        },
      })
      return { object: 'template', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/templates',
    standsFor: 'listTemplates',
    query: PageQuery,
    answer: async ({ query, ask }) => list(await ask('listTemplates', pageOf(query)), toListItem),
  }),
  doorOperation({
    method: 'GET',
    path: '/templates/{template}',
    standsFor: 'getTemplate',
    answer: async ({ params, ask }) => toTemplate(await find(ask, params.template)),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/templates/{template}',
    standsFor: 'updateTemplate',
    body: Update,
    async answer({ params, body, ask }) {
      refuseEmpty(body)
      const before = await find(ask, params.template)
      const { name, alias } = body
      await ask('updateTemplate', {
        params: { id: before.id },
        body: {
          ...given({ friendly_name: alias, description: name }),
          ...contentAfter(before, body),
          status: 'draft',
        },
      })
      return { object: 'template', id: before.id }
    },
  }),
  doorOperation({
    method: 'DELETE',
    path: '/templates/{template}',
    standsFor: 'deleteTemplate',
    async answer({ params, ask }) {
      const { id } = await find(ask, params.template)
      await ask('deleteTemplate', { params: { id } })
      return { object: 'template', id, deleted: true }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/templates/{template}/publish',
    standsFor: 'updateTemplate',
    async answer({ params, ask }) {
      const { id } = await find(ask, params.template)
      await ask('updateTemplate', { params: { id }, body: { status: 'published' } })
      return { object: 'template', id }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/templates/{template}/duplicate',
    standsFor: 'createTemplate',
    async answer({ params, ask }) {
      const { friendly_name, subject, html, text, mjml } = await find(ask, params.template)
      const copy = `${friendly_name.slice(0, 80)} copy ${newId(systemClock()).slice(-12)}`
      const { id } = await ask('createTemplate', {
        body: {
          friendly_name: copy,
          status: 'draft',
          subject,
          ...given(mjml === undefined ? { html, text } : { mjml, text }),
        },
      })
      return { object: 'template', id }
    },
  }),
]

/** By id or alias. */
const find = (ask: Ask, template: string): Promise<Template> => ask('getTemplate', { params: { id: template } })

const variablesOf = ({ variables }: { variables?: Static<typeof Update>['variables'] }): Variable[] =>
  (variables ?? []).map(({ key, fallback_value }) => ({ key, fallback: fallback_value ?? null }))

function liquid(body: Static<typeof Update>, variables = variablesOf(body)) {
  const translated = (source: string | null | undefined) => (source ? toLiquid(source, variables) : undefined)
  return given({ subject: translated(body.subject), html: translated(body.html), text: translated(body.text) })
}

/** Our templates have all three parts; a text that is not given is derived. */
function refuseEmpty(body: Static<typeof Update>): void {
  const empty = (['subject', 'html', 'text'] as const).filter(part => body[part] === '')
  if (empty.length > 0)
    throw invalid(...empty.map(path => ({ path, message: 'must not be empty: leave it out to keep it as it is' })))
}

/** Fallbacks that are not given stay as they are; given ones also apply to content that is not. */
function contentAfter(before: Template, body: Static<typeof Update>) {
  const named = variablesOf(body)
  const kept = Array.from(fallbacksOf(before), ([key, fallback]) => ({ key, fallback }))
  const { subject, html, text, mjml } = before
  const stays = { subject, text, ...(mjml === undefined ? { html } : body.html ? {} : { mjml }) }
  const refilled = Object.entries(given(stays)).map(([part, source]) => [part, withFallbacks(source, named)])
  return { ...(named.length > 0 && Object.fromEntries(refilled)), ...liquid(body, [...kept, ...named]) }
}

const fallbacksOf = ({ subject, html = '', text = '' }: Template) => fallbacksIn([subject, html, text])

const nameOf = ({ friendly_name, description }: TemplateListItem): string => description ?? friendly_name

const toListItem = (template: TemplateListItem) => ({
  id: template.id,
  name: nameOf(template),
  status: template.status,
  published_at: template.published_version === undefined ? null : template.updated_at,
  created_at: template.created_at,
  updated_at: template.updated_at,
  alias: template.friendly_name === nameOf(template) ? null : template.friendly_name,
})

function toTemplate(template: Template) {
  const { subject, html = '', text, variables, version, published_version, created_at, updated_at } = template
  const fallbacks = fallbacksOf(template)
  return {
    object: 'template',
    ...toListItem(template),
    subject: fromLiquid(subject),
    html: fromLiquid(html),
    text: text === undefined ? null : fromLiquid(text),
    variables: variables.map(key => {
      const fallback_value = fallbacks.get(key) ?? null
      return {
        key,
        type: typeof fallback_value === 'number' ? 'number' : 'string',
        fallback_value,
        created_at,
        updated_at,
      }
    }),
    from: null,
    reply_to: null,
    has_unpublished_versions: published_version !== version,
    current_version_id: `${template.id}-${version}`,
  }
}
