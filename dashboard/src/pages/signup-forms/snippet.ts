import { honeypot, type SignupForm } from '@posthorn/contract/audience/signup-forms'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '')

/** The HTML to paste into a customer's own page. */
export const snippetOf = ({ url, fields, wording }: Pick<SignupForm, 'url' | 'fields' | 'wording'>): string =>
  [
    `<form method="post" action="${escaped(url)}">`,
    '  <label>Email <input type="email" name="email" required></label>',
    '  <label>First name <input name="first_name"></label>',
    ...fields.map(key => `  <label>${escaped(key)} <input name="${escaped(key)}"></label>`),
    `  <div hidden><input name="${honeypot}" tabindex="-1" autocomplete="off"></div>`,
    `  <p>${escaped(wording)}</p>`,
    '  <button>Sign up</button>',
    '</form>',
  ].join('\n')
