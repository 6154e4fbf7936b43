/** Downloads a text as a file. The BOM tells spreadsheets that it is UTF-8. */
export function save(name: string, csv: string): void {
  const href = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
