/** Field names are the caller's text: only harmless characters go into a header, and not without end. */
export function ignoredFieldsHeader(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map(path => encodeURIComponent(path.slice(0, 64).toWellFormed()))
  return (paths.length > 20 ? [...names, '...'] : names).join(', ')
}
