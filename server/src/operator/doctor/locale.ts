import type { Db } from '#postgres/database.ts'
import { type Check, ok, warning } from './check.ts'
import { foldsLetters } from './store.ts'

export async function checkLocale(db: Db): Promise<Check> {
  if (await foldsLetters(db)) return ok('locale', 'Searches ignore upper and lower case in every language.')
  return warning(
    'locale',
    'Searches ignore upper and lower case only for English letters: a search for łódź does not find Łódź.',
    "Restore a backup into a database created with a UTF-8 locale, such as LOCALE 'C.UTF-8'.",
  )
}
