/** The email that every comparison sends: 1.5 KB of html as from a shop. The text is derived by the service. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { EmailForm } from './load.ts'

const items = [
  'A notebook, squared',
  'Two pencils, soft',
  'An eraser',
  'A ruler of thirty centimetres',
  'Ink, blue-black',
]
const rows = items.map(
  (item, nth) =>
    `<tr><td style="padding: 6px 0; border-bottom: 1px solid #e4e4e7">${item}</td><td align="right">€ ${nth + 2}.50</td></tr>`,
)

const html = `<!doctype html>
<html lang="en">
<body style="margin: 0; font-family: Helvetica, Arial, sans-serif; color: #18181b">
<h1 style="font-size: 20px">Thank you for your order, Ada</h1>
<p>We have begun to pack it, and it leaves our house tomorrow morning. As soon as the carrier has it, we write to you
again with a link that shows where it is.</p>
<table width="100%" cellpadding="0" cellspacing="0">
${rows.join('\n')}
</table>
<p>You can <a href="https://shop.acme.test/orders/01945c1e">look at your order</a> at any time, and until noon you can
still <a href="https://shop.acme.test/orders/01945c1e/change">change it</a>.</p>
<p>If something is not as it should be, answer to this email: a person reads it, and has the
order before her eyes while she writes back to you.</p>
<p style="color: #71717a; font-size: 12px">Acme Stationery, 12 Analytical Street, London</p>
</body>
</html>`

const subject = 'Your order'

export const emailTo = (to: string, from: string): EmailSend => ({ from, to, subject, html })

/** The same email in the format of another service. */
export function emailInForm(form: EmailForm, to: string, from: string): object {
  if (form === 'postmark') return { From: from, To: to, Subject: subject, HtmlBody: html }
  const [, name, email] = /^(.*) <(.*)>$/.exec(from) ?? []
  return {
    personalizations: [{ to: [{ email: to }] }],
    from: { email, name },
    subject,
    content: [{ type: 'text/html', value: html }],
  }
}

/** A sender without DKIM keys. */
export const plainSender = 'Acme <orders@acme.test>'
