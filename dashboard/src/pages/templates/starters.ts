/**
 * The initial content of a new template: enough for a preview. The name comes from the request, or from the contact in a
 * workflow.
 */
export const greeted = (otherwise: string) => `{{ first_name | default: contact.first_name | default: "${otherwise}" }}`

const html = `<!doctype html>
<html>
  <body style="margin:0; padding:32px 16px; background:#f4f4f5; font-family:system-ui, sans-serif">
    <div style="max-width:560px; margin:0 auto; padding:32px; background:#ffffff; border-radius:12px">
      <h1 style="margin:0 0 16px; font-size:22px">Hello ${greeted('there')},</h1>
      <p style="margin:0 0 24px; line-height:1.6">good to have you here.</p>
      <a href="{{ link }}" style="display:inline-block; padding:10px 18px; background:#1f2937; color:#ffffff; border-radius:8px; text-decoration:none">Get started</a>
    </div>
  </body>
</html>
`

const mjml = `<mjml>
  <mj-body background-color="#f4f4f5">
    <mj-section background-color="#ffffff" border-radius="12px">
      <mj-column>
        <mj-text font-size="22px" font-weight="bold">Hello ${greeted('there')},</mj-text>
        <mj-text line-height="1.6">good to have you here.</mj-text>
        <mj-button href="{{ link }}" background-color="#1f2937" border-radius="8px">Get started</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

const text = `Hello ${greeted('there')},

good to have you here. Get started: {{ link }}
`

export const starters = { html: { html }, mjml: { mjml }, text: { text } } as const
export type Starter = keyof typeof starters
export const starterNames = Object.keys(starters) as Starter[] // as: its own keys
