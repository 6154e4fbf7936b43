import type { Db } from '#postgres/database.ts'
import { type Check, ok, warning } from './check.ts'
import { foldsLetters } from './store.ts'

export async function checkLocale(db: Db): Promise<Check> {
  if (await foldsLetters(db))
    return ok('locale', 'A search finds what is written in small or in capital letters, in every language.')
  return warning(
    'locale',
    'The database knows small and capital letters of English only: a search for łódź does not find Łódź.',
    "Restore a backup into a database that was made with a locale of UTF-8, such as LOCALE 'C.UTF-8'.",
  )
}
