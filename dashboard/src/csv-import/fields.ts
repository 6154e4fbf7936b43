/** A field that a column can be mapped to. */
export type ImportField = {
  name: string
  label: string
  /** Common names of such columns: lower case, letters and digits only. */
  knownAs: readonly string[]
  /** Reads a yes or no; everything else is text. */
  flag?: (text: string) => boolean | undefined
}

/** The field of each column, by position; '' for a skipped column. */
export type Mapping = readonly string[]

/** A row as it is sent, without empty cells. */
export type ImportRow = Record<string, string | boolean>
