/** The APIs of other services: those that the settings name are open, and the others say that they are closed. */
import { postmarkDoor } from '#doors/postmark/door.ts'
import { resendDoor } from '#doors/resend/door.ts'
import { sendgridDoor } from '#doors/sendgrid/door.ts'
import { twilioDoor } from '#doors/twilio/door.ts'
import type { Door } from '#http/door/door.ts'
import { mediaTypeOf } from '#transports/mime/media-type.ts'
import { openFileFetcher } from '#transports/webhook/fetch-file.ts'
import { always } from './reachable.ts'
import { type Config, type DoorName, settings } from './settings.ts'

export type OpenDoors = AsyncDisposable & { doors: readonly Door[] }

export function openDoors({ doors: open, webhookAddresses }: Pick<Config, 'doors' | 'webhookAddresses'>): OpenDoors {
  // A webhook tells a sender nothing of what was answered; a file is sent to whomever they like. So this machine is not read for being one person's own.
  const files = openFileFetcher(always(webhookAddresses ?? 'public'))
  const all: Record<DoorName, Door> = {
    resend: resendDoor({ fetch: files.fetch, typeOf: mediaTypeOf }),
    sendgrid: sendgridDoor,
    postmark: postmarkDoor,
    twilio: twilioDoor,
  }
  const isOpen = (name: string) => open.some(one => one === name)
  return {
    doors: Object.values(all).map(door => (isOpen(door.name) ? door : closed(door))),
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  }
}

/** Every path of it is left out. Its client shows the sentence, because it comes in the words of that service. */
function closed(door: Door): Door {
  const why = `This installation does not answer at /${door.name}. Whoever runs it can open that door: add ${door.name} to ${settings.doors.name}.`
  return { ...door, operations: [], leftOut: [{ path: '', why }] }
}
