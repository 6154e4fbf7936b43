/** Answers of other services can be anything, so each value is checked before use. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list; empty if the value is not a list. */
export const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined

/** Undefined unless it is a non-empty string. */
export const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** An id, as a string. */
export const idOf = (value: Json | undefined): string =>
  typeof value === 'number' ? String(value) : (text(value) ?? '')
