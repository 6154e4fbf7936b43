/** SendGrid's tags for the links of each recipient become ours. A tag with or without `raw` is its URL. */
const tags = /<%\s{0,10}asm_(group_unsubscribe|global_unsubscribe|preferences)_(?:raw_)?url\s{0,10}%>/g

const ours: Record<string, string> = { preferences: '{{ preferences_url }}' }

export const toOwnLinks = (text: string): string =>
  text.replaceAll(tags, (_, link: string) => ours[link] ?? '{{ unsubscribe_url }}')
