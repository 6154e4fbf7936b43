import type { Template } from '@posthorn/contract/messages/templates'
import type { Moving } from './moving.ts'
import type { SourceTemplate } from './source.ts'

/** Matches templates by name. An existing template with different content is not changed, except with --replace. */
export async function takeTemplates(moving: Moving): Promise<void> {
  const { source, tally, progress } = moving
  let done = 0
  for await (const template of source.templates()) {
    if ('leftOut' in template) tally.refuse('templates', template.leftOut, template.why)
    else if (!template.html && !template.text) tally.refuse('templates', template.name, 'it has no content')
    else await takeTemplate(moving, template)
    progress(`templates: ${++done}\n`)
  }
}

async function takeTemplate({ api, tally, dryRun, replace, serviceName }: Moving, template: SourceTemplate) {
  const body = toBody(template, serviceName)
  const { friendly_name: name } = body
  const there = await api.find<Template>(`/v1/templates/${encodeURIComponent(name)}`)
  if (template.untranslated.length > 0)
    tally.note(`The template "${name}" is a draft: ${template.untranslated.length} tags must be translated by hand.`)
  const isSame = there && (['subject', 'html', 'text'] as const).every(part => sameText(there[part], body[part]))
  if (isSame) return tally.count('templates', 'unchanged')
  if (there && !replace) {
    tally.note(
      `The template "${name}" exists here with different content and was not changed. Use --replace to replace it.`,
    )
    return tally.count('templates', 'unchanged')
  }
  if (dryRun) return tally.count('templates', there ? 'changed' : 'new')
  const request = there
    ? { method: 'PUT', path: `/v1/templates/${there.id}`, body }
    : { method: 'POST', path: '/v1/templates', body }
  const written = await api.write<Template>(request)
  if ('refused' in written) tally.refuse('templates', name, written.refused)
  else tally.count('templates', there ? 'changed' : 'new')
}

/** A missing text is derived here, so it counts as the same. */
const sameText = (ours: string | undefined, theirs: string | undefined): boolean =>
  theirs === undefined || ours === theirs

const maxName = 100
const maxDescription = 1_000

function toBody({ name, subject, html, text, isDraft, untranslated }: SourceTemplate, serviceName: string) {
  const tags = untranslated.length > 0 ? ` Not translated: ${[...new Set(untranslated)].join(' ')}` : ''
  return {
    friendly_name: name.slice(0, maxName).toWellFormed(),
    description: `Imported from ${serviceName}.${tags}`.slice(0, maxDescription).toWellFormed(),
    ...{ subject, html, text },
    status: isDraft || untranslated.length > 0 ? ('draft' as const) : ('published' as const),
  }
}
