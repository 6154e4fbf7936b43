/** The result of a translation. Tags without a counterpart stay as plain text, so the template can be opened and fixed. */
export type Translated = { liquid: string; untranslated: readonly string[] }

/** Escapes a tag, so Liquid prints it unchanged. */
export const literally = (source: string): string => `{% raw %}${source.replaceAll('{%', '{ %')}{% endraw %}`

/** Escapes the text around tags, where it looks like Liquid. */
export const plainly = (text: string): string => text.replaceAll(/\{\{|\{%/g, sign => `{% raw %}${sign}{% endraw %}`)

/** Prints nothing for a missing variable, as the other services do; without the default our API would refuse the email. */
export const printed = (path: string, filters = ''): string => `{{ ${path} | default: ""${filters} }}`
