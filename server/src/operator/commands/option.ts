/** The options of a command as data, for the help pages and the reading of arguments. */
export type Option = {
  /** The value as shown in the usage. */
  value: string
  summary: string
  choices?: readonly string[]
  required?: true
  multiple?: true
  /** An option without a value. */
  flag?: true
  /** May be given without its name, in the order of the options. */
  positional?: true
  /** Other names for the option. */
  aliases?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

type Value<One extends Option> = One extends { choices: readonly (infer Choice)[] } ? Choice : string

/** The values of the options, typed by their definitions. */
export type Given<O extends Options> = {
  [Name in keyof O]: O[Name] extends { flag: true }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : O[Name] extends { required: true }
        ? Value<O[Name]>
        : Value<O[Name]> | undefined
}
