/**
 * Cells of CSV files that people open in spreadsheets. What a spreadsheet would run as a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection); an import takes it away, so that a file comes back as it left.
 */

/** Full-width signs are formulas, too, in some languages. Apostrophes in front count, so that none is lost on the way back. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
const guarded = /^'+\s*[=+\-@\t\r\n＝＋－＠]/

/** Nothing but a plus and digits is a number to a spreadsheet: telephone numbers stay as they are. */
const telephoneNumber = /^\+[0-9]+$/

export const guardCell = (text: string): string =>
  formula.test(text) && !telephoneNumber.test(text) ? `'${text}` : text

export const unguardCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)
