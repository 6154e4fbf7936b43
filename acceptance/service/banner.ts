/** The call in the banner: from `curl` to the first line that does not continue. */
export function curlOf(lines: readonly string[]): string {
  const from = lines.findIndex(line => line.trim().startsWith('curl '))
  const to = lines.findIndex((line, index) => index >= from && !line.endsWith('\\'))
  return lines.slice(from, to + 1).join('\n')
}
