/** The starter templates of the dashboard, tested through every step that an email takes. */
import { describe, expect, test } from 'vitest'
import { contentChecks } from '#resources/messages/emails/preflight/content-checks.ts'
import { variablesOf } from '#resources/messages/templates/content.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { tryOut } from '#resources/messages/templates/try-out.ts'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { blockKinds } from '../../dashboard/src/pages/template/blocks/kinds.ts'
import { layoutOf } from '../../dashboard/src/pages/template/blocks/layout.ts'
import { insertBlock, moveBlock } from '../../dashboard/src/pages/template/blocks/rearrange.ts'
import type { GalleryTemplate } from '../../dashboard/src/pages/templates/gallery/frame.ts'
import { gallery, ofCompany } from '../../dashboard/src/pages/templates/gallery/gallery.ts'
import { draftTo } from '../src/resources/messages/emails/emails.fixture.ts'

const caller = { organizationId: 'tenant' }

const rendered = async ({ subject, mjml, text }: GalleryTemplate, variables: Record<string, unknown>) => {
  const { html, text: plain, ...rest } = await tryOut(textHere, caller, { subject, mjml, text, variables })
  return { ...rest, html: html ?? '', text: plain ?? '' }
}

test('there are ten, each with a unique name', () => {
  expect(new Set(gallery.map(({ name }) => name)).size).toBe(10)
})

describe.each(gallery)('$name', template => {
  test('reads well: small, with a language, without external resources and with a text part', async () => {
    const { subject, html, text } = await rendered(template, template.samples)

    expect(subject).not.toBe('')
    expect(html).toContain('<html lang="en"')
    expect(html.length).toBeLessThan(40_000)
    expect(html).not.toMatch(/<img|<link|@import|@font-face|url\(/i)
    expect(html).toContain('prefers-color-scheme: dark')
    const links = Array.from(html.matchAll(/href="([^"]+)"/g), ([, link = '']) => link.replaceAll('&amp;', '&'))
    for (const link of links) expect(text).toContain(link)
    for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|\{%|undefined|\[object/)
  })

  test('has an example for exactly the variables that it uses', async () => {
    const { subject, mjml, text, samples } = template
    const used = await variablesOf(textHere, caller, { subject, mjml, text, html: null })
    const names = new Set(used.map(name => name.split('.')[0]).filter(name => name !== 'contact'))

    expect([...names].toSorted()).toEqual(Object.keys(samples).toSorted())
  })

  test.each(['transactional', 'broadcast'] as const)('passes the preflight as %s', async messageStream => {
    const { subject, html, text } = await rendered(template, template.samples)
    const draft = { ...draftTo(['ada@example.com']), subject, html, text, messageStream }
    const signing = { linkBase: 'https://mail.acme.test' }

    const checks = contentChecks({ draft, signing, facts: inspectHtml(html), size: html.length })

    expect(checks.filter(({ verdict }) => verdict !== 'fine')).toEqual([])
  })

  test('greets the contact of a workflow, even one without a name', async () => {
    const { first_name, ...given } = template.samples
    const contact = { email: 'grace@example.com', first_name: 'Grace', last_name: null }

    const named = await rendered(template, { contact, trigger: {}, ...given })
    const nameless = await rendered(template, { contact: { ...contact, first_name: null }, trigger: {}, ...given })

    expect(named.html.includes('Grace')).toBe(first_name !== undefined || given.inviter !== undefined)
    expect(nameless.text).not.toMatch(/Hello\s*,/)
  })

  test('is signed with the name of the company, whatever that is', async () => {
    const { html, text } = await rendered(ofCompany(template, 'O"Hara & <Sons> {{ x }}'), template.samples)

    expect(html).toContain('&lt;Sons&gt;')
    expect(html + text).not.toContain('Acme')
    expect(text).toContain('O"Hara & <Sons>  x')
  })
})

test.each(blockKinds)(
  'a $name added in the dashboard makes an email that compiles and passes the preflight',
  async ({ mjml }) => {
    const [first] = gallery
    const layout = layoutOf(first?.mjml ?? '')
    if (!first || !layout) throw new Error('there is nothing to add it to')

    const { source } = insertBlock(first.mjml, layout, 2, mjml)
    const { html } = await rendered({ ...first, mjml: source }, first.samples)

    const draft = { ...draftTo(['ada@example.com']), subject: 'Hello', html, text: 'Hello' }
    const checks = contentChecks({ draft, signing: { linkBase: '' }, facts: inspectHtml(html), size: html.length })
    expect(checks.filter(({ verdict }) => verdict !== 'fine')).toEqual([])
  },
)

test.each(gallery)('$name compiles with its blocks in another order', async template => {
  const layout = layoutOf(template.mjml)
  if (!layout) throw new Error('it has no blocks')

  const { source } = moveBlock(template.mjml, layout, 0, layout.blocks.length - 1)

  expect((await rendered({ ...template, mjml: source }, template.samples)).html).toContain('Acme')
})
