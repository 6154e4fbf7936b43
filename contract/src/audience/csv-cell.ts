/**
 * Cells of CSV files that people open in spreadsheets. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection). An import removes it, so the round trip changes nothing.
 */

/** Full-width signs also begin formulas in some languages. Leading apostrophes are matched too, so none is lost in the round trip. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
const guarded = /^'+\s*[=+\-@\t\r\n＝＋－＠]/

/** A plus and digits only are a number to a spreadsheet, so telephone numbers need no guard. */
const telephoneNumber = /^\+[0-9]+$/

export const guardCell = (text: string): string =>
  formula.test(text) && !telephoneNumber.test(text) ? `'${text}` : text

export const unguardCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** A first line such as sep=; names the separator. It is for Excel, which reads it and does not show it. */
export const separatorLine = /^\ufeff?[\r\n]*"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i
