/** The signup page: a form with only the fields that the organization asks for. No scripts. */
import { html } from '../html.ts'
import { type Brand, readerPage } from './frame.ts'

export type SignupPage = {
  brand: Brand
  name: string
  /** What people agree to. */
  wording: string
  /** Keys of the fields in addition to email and names. */
  fields: readonly string[]
  topics: readonly string[]
  /** Whether an email asks for confirmation. */
  confirms: boolean
}

/** Why the form was not accepted, and what was entered, so that nobody has to enter it again. */
export type Refused = { problem: string; given: ReadonlyMap<string, string> }

/** `trap` is the name of the honeypot input, which people do not see. */
export function signupPage(page: SignupPage, trap: string, fontPath: string, refused?: Refused): string {
  const { brand, name, wording, fields, topics } = page
  const input = (key: string, label: string, more = html``) => {
    const given = refused?.given.get(key)
    const value = given !== undefined && html` value="${given}"`
    return html`<label class="field"><span>${label}</span><input class="text" name="${key}"${more}${value}></label>`
  }
  const content = html`<h1>${name}</h1>
${refused && html`<p class="note" role="alert">${refused.problem}</p>`}
${topics.length > 0 && html`<ul>${topics.map(topic => html`<li>${topic}</li>`)}</ul>`}
<form method="post">
${input('email', 'Email', html` type="email" required maxlength="254" autocomplete="email"`)}
${input('first_name', 'First name', html` maxlength="256" autocomplete="given-name"`)}
${input('last_name', 'Last name', html` maxlength="256" autocomplete="family-name"`)}
${fields.map(key => input(key, key.replaceAll('_', ' ')))}
<div hidden aria-hidden="true"><label>Leave this empty<input name="${trap}" tabindex="-1" autocomplete="off"></label></div>
<p class="soft">${wording}</p>
<div class="actions"><button class="main">Sign up</button></div></form>`
  return readerPage({ title: `${name} – ${brand.name}`, brand, fontPath }, content)
}

export const signedUpPage = ({ brand, name, confirms }: SignupPage, fontPath: string): string =>
  readerPage(
    { title: `${name} – ${brand.name}`, brand, fontPath },
    html`<div role="status"><h1>Thank you.</h1></div><p>${thanks(confirms)}</p>`,
  )

export const unknownFormPage = (fontPath: string): string =>
  readerPage(
    { title: 'Unknown form', fontPath },
    html`<h1>This form does not exist</h1>
<p class="soft">It may have been removed, or its address is incomplete.</p>`,
  )

/** For visitors of a site that the form does not allow. */
export const foreignFormPage = ({ brand, name }: Pick<SignupPage, 'brand' | 'name'>, fontPath: string): string =>
  readerPage(
    { title: `${name} – ${brand.name}`, brand, fontPath },
    html`<h1>This form cannot be used from this site</h1>
<p class="soft">You are not signed up. Please tell the owner of the site.</p>`,
  )

/** The same text for known and unknown addresses. */
export const thanks = (confirms: boolean): string =>
  confirms ? 'If a confirmation is needed, an email with a link is on its way to you.' : 'You are signed up.'
