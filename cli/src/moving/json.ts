/** What others answer is whatever it is: each value is looked at before it is used. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; nothing where there is no list. */
export const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined

/** Undefined for what is no text, or an empty one. */
export const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** An id, as a text. */
export const idOf = (value: Json | undefined): string =>
  typeof value === 'number' ? String(value) : (text(value) ?? '')
