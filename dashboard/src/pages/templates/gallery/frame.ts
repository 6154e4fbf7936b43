/**
 * The shared look of the gallery templates, in light and dark mode. Plain tables, system fonts and no images, so nothing is
 * fetched and nothing is missing when images are off.
 */

/** A template to start from, with sample values for its preview. */
export type GalleryTemplate = {
  name: string
  title: string
  /** When it is sent. */
  about: string
  subject: string
  mjml: string
  text: string
  samples: Readonly<Record<string, unknown>>
}

/** A placeholder that is replaced with the organization's name. */
export const company = 'Acme'

/** The name from the request, or from the contact in a workflow. */
export const firstName = (otherwise: string) =>
  `{{ first_name | default: contact.first_name | default: "${otherwise}" }}`

type Mail = {
  title: string
  /** The preview text, shown after the subject in an inbox. */
  preview: string
  sections: readonly string[]
}

export const mail = ({ title, preview, sections }: Mail): string => `<mjml lang="en">
  <mj-head>
    <mj-title>${title}</mj-title>
    <mj-preview>${preview}</mj-preview>
    <mj-attributes>
      <mj-all font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" />
      <mj-section padding="0 24px" />
      <mj-column padding="0" />
      <mj-text color="#27272a" font-size="16px" line-height="1.6" padding="0 0 16px" />
      <mj-table color="#27272a" font-size="16px" line-height="1.6" padding="0 0 16px" />
      <mj-button align="left" background-color="#1d4ed8" color="#ffffff" font-size="16px" font-weight="600" border-radius="8px" inner-padding="13px 22px" padding="8px 0 24px" />
      <mj-divider border-width="1px" border-color="#e4e4e7" padding="8px 0 24px" />
    </mj-attributes>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-style>
      @media (prefers-color-scheme: dark) {
        body, .page { background: #161618 !important; }
        .page div, .page td, .page th, .page p, .page h1, .page h2 { color: #ececee !important; }
        .page .soft div, .page .soft td { color: #b4b4bc !important; }
        .page a { color: #a3c0ff !important; }
        .page .button td { background: #a3c0ff !important; }
        .page .button a { background: #a3c0ff !important; color: #12141a !important; }
        .page .panel, .page .panel > table { background: #26262a !important; }
        .page .notice, .page .notice > table { background: #40330f !important; }
        .page .line p, .page .rows td, .page .rows th { border-color: #46464d !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body width="600px" background-color="#ffffff" css-class="page">
${sections.map(section => indented(section.trim())).join('\n')}
  </mj-body>
</mjml>
`

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')

const section = (inside: string, attributes = ''): string => `<mj-section${attributes}>
  <mj-column>
${inside.trim().replaceAll(/^(?=.)/gm, '    ')}
  </mj-column>
</mj-section>`

export const brand = section(
  `<mj-text font-size="18px" font-weight="700" padding="0">${company}</mj-text>`,
  ' padding="32px 24px 24px"',
)

export const heading = (text: string): string =>
  `<mj-text padding="0 0 12px"><h1 style="margin:0; font-size:28px; line-height:1.25; font-weight:700">${text}</h1></mj-text>`

export const text = (words: string): string => `<mj-text>${words}</mj-text>`
export const soft = (words: string): string =>
  `<mj-text css-class="soft" color="#52525b" font-size="14px">${words}</mj-text>`
export const button = (words: string, href = '{{ link }}'): string =>
  `<mj-button css-class="button" href="${href}">${words}</mj-button>`

export const part = (...inside: string[]): string => section(inside.join('\n'))

/** A highlighted section. */
export const panel = (...inside: string[]): string =>
  section(inside.join('\n'), ' css-class="panel" background-color="#f4f4f5" padding="24px 24px 8px"')

/** A warning. */
export const notice = (words: string): string =>
  section(
    `<mj-text color="#713f12" padding="0">${words}</mj-text>`,
    ' css-class="notice" background-color="#fef3c7" padding="16px 24px"',
  )

export const space = (height: number): string => section(`<mj-spacer height="${height}px" />`)

const closing = (words: string): string =>
  section(
    `<mj-divider css-class="line" padding="24px 0 16px" />
<mj-text css-class="soft" color="#52525b" font-size="13px">
  ${words}
</mj-text>`,
    ' padding="0 24px 24px"',
  )

/** The footer of transactional email. */
export const footer = (why: string): string => closing(why)

/** The footer of broadcasts. Many countries require the sender's postal address in such email. */
export const broadcastFooter = (why: string): string =>
  closing(`${why}<br />
  <!-- Add your postal address here: the law in many countries requires it. -->
  <a href="{{ unsubscribe_url }}" style="color:#52525b">Unsubscribe</a> ·
  <a href="{{ preferences_url }}" style="color:#52525b">Manage preferences</a>`)

/** The same as plain text. */
export const broadcastEnd = (why: string): string => `--
${why}
Unsubscribe: {{ unsubscribe_url }}
Manage preferences: {{ preferences_url }}
`
