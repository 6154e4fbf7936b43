/** What a translation comes to: tags without a counterpart stay in it as plain text, so that it can be opened and mended. */
export type Translated = { liquid: string; untranslated: readonly string[] }

/** As text that Liquid prints as it is, whatever it says. */
export const literally = (source: string): string => `{% raw %}${source.replaceAll('{%', '{ %')}{% endraw %}`

/** Text around tags: what Liquid would take for a tag of its own is none there. */
export const plainly = (text: string): string => text.replaceAll(/\{\{|\{%/g, sign => `{% raw %}${sign}{% endraw %}`)

/** Nothing is printed for a variable that is missing, as there; ours would refuse the email. */
export const printed = (path: string, filters = ''): string => `{{ ${path} | default: ""${filters} }}`
