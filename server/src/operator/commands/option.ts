/** What a command can be told, as data: the help pages and the reading of arguments are made of it. */
export type Option = {
  /** How its value is shown in the usage. */
  value: string
  summary: string
  choices?: readonly string[]
  required?: true
  multiple?: true
  /** Stands alone, without a value. */
  flag?: true
  /** May stand without its name. One option of a command at most. */
  positional?: true
  /** Other names that it answers to. */
  aliases?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

type Value<One extends Option> = One extends { choices: readonly (infer Choice)[] } ? Choice : string

/** The values of the options, as their definitions promise them. */
export type Given<O extends Options> = {
  [Name in keyof O]: O[Name] extends { flag: true }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : O[Name] extends { required: true }
        ? Value<O[Name]>
        : Value<O[Name]> | undefined
}
