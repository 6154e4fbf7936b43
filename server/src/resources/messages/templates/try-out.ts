import type { TemplateTrial } from '@posthorn/contract/console/template-trial'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { checkContent, sourcesOf } from './content.ts'
import { type RenderedContent, toRendered } from './render.ts'
import { scopeOf } from './scope.ts'
import { prepareTexts, type TemplateText } from './template-text.ts'

/** The email that content would make, without storing the content. */
export async function tryOut(
  text: TemplateText,
  caller: Pick<Caller, 'organizationId'>,
  { variables = {}, ...content }: TemplateTrial,
): Promise<RenderedContent> {
  const checked = await checkContent(text, caller, content)
  const html = content.html ?? checked.html
  const texts = prepareTexts(sourcesOf({ subject: content.subject, html, text: content.text ?? null }))
  const [filled] = await text.fill(caller.organizationId, [{ texts, variables: scopeOf(variables, undefined) }])
  if (!filled) throw new Error('a template was not filled in')
  const rendered = toRendered(filled)
  if (rendered instanceof Refusal) throw rendered
  return rendered
}
