/** What a column of a file can become. */
export type ImportField = {
  name: string
  label: string
  /** How such columns are called elsewhere: small letters, without spaces and signs. */
  knownAs: readonly string[]
  /** A yes or no; everything else is a text. */
  isFlag?: boolean
}

/** The field of each column, by position; '' for one that is left out. */
export type Mapping = readonly string[]

/** A row as it is sent: what is empty is not in it. */
export type ImportRow = Record<string, string | boolean>
