/** Field names come from the caller: the header takes only safe characters, and a bounded number of them. */
export function ignoredFieldsHeader(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map(path => encodeURIComponent(path.slice(0, 64).toWellFormed()))
  return (paths.length > 20 ? [...names, '...'] : names).join(', ')
}
