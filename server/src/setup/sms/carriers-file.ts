/** The file that names the carriers of text messages, and which numbers each carries. */
import type { Fault } from '@posthorn/contract/errors'
import { checkJsonFile, readJsonFile } from '#validation/json-file.ts'
import { type CarrierInFile, carriersFileSchema } from './carriers-file-schema.ts'

type CarrierOptions =
  | { type: 'capture' }
  | { type: 'smpp'; url: string }
  | {
      type: 'twilio'
      accountSid: string
      authToken: string
      messagingServiceSid?: string
      baseUrl?: string
      answersKeywords: boolean
    }
  | {
      type: 'telnyx'
      apiKey: string
      publicKey: string
      messagingProfileId?: string
      baseUrl?: string
      idempotent: boolean
      answersKeywords: boolean
    }

export type CarrierSpec = { name: string } & CarrierOptions

export type CarrierPlan = {
  carriers: readonly CarrierSpec[]
  /** The longest matching prefix decides. `+` matches every number. */
  routes: readonly { prefix: string; carriers: readonly string[] }[]
}

type Env = Readonly<Record<string, string | undefined>>

/** `env` is where `env:NAME` is looked up, so that the file needs no secrets. */
export function readCarriersFile(path: string, env: Env): CarrierPlan {
  const file = { what: 'The carriers file', path }
  const { content, unset } = fillIn(readJsonFile(file), env)
  const names = Object.keys(Object(Object(content).carriers))
  const { carriers, routes } = checkJsonFile(file, carriersFileSchema(names), content, unset)
  return {
    carriers: Object.entries(carriers).map(([name, carrier]) => ({ name, ...optionsOf(carrier) })),
    routes: routes.map(route => ({ prefix: route.prefix, carriers: route.carriers })),
  }
}

/** Replaces each `env:NAME` of a carrier by its value, and lists those that are not set. */
function fillIn(content: unknown, env: Env): { content: unknown; unset: Fault[] } {
  const unset: Fault[] = []
  const fill = (text: unknown, path: string): unknown => {
    if (typeof text !== 'string' || !text.startsWith('env:')) return text
    const name = text.slice('env:'.length)
    if (env[name] === undefined)
      unset.push({ path, message: `names the environment variable ${name}, which is not set` })
    return env[name]
  }
  const fillCarrier = (carrier: unknown, path: string) => eachField(carrier, path, fill)
  const isFile = isObject(content) && isObject(content.carriers)
  return {
    content: isFile ? { ...content, carriers: eachField(content.carriers, 'carriers', fillCarrier) } : content,
    unset,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const eachField = (value: unknown, path: string, change: (field: unknown, path: string) => unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, change(field, `${path}.${key}`)]))
    : value

function optionsOf(carrier: CarrierInFile): CarrierOptions {
  switch (carrier.type) {
    case 'capture':
      return { type: carrier.type }
    case 'smpp':
      return { type: carrier.type, url: carrier.url }
    case 'twilio':
      return {
        type: carrier.type,
        accountSid: carrier.account_sid,
        authToken: carrier.auth_token,
        ...(carrier.messaging_service_sid && { messagingServiceSid: carrier.messaging_service_sid }),
        ...(carrier.base_url && { baseUrl: carrier.base_url }),
        answersKeywords: carrier.answers_keywords ?? true,
      }
    case 'telnyx':
      return {
        type: carrier.type,
        apiKey: carrier.api_key,
        publicKey: carrier.public_key,
        ...(carrier.messaging_profile_id && { messagingProfileId: carrier.messaging_profile_id }),
        ...(carrier.base_url && { baseUrl: carrier.base_url }),
        idempotent: carrier.idempotent ?? false,
        answersKeywords: carrier.answers_keywords ?? true,
      }
  }
}
