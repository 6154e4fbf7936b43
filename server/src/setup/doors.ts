/** The APIs of other services: those named in the settings are open, the others answer that they are closed. */
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
  // The sender does not see a webhook's answer, but could email a fetched file to anyone. So loopback is not opened by default for files.
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

/** Every path answers that the door is closed, in the error format of that service, so that its client shows the sentence. */
function closed(door: Door): Door {
  const why = `This installation does not answer at /${door.name}. Its operator can open this door: add ${door.name} to ${settings.doors.name}.`
  return { ...door, operations: [], unsupported: [{ path: '', why }] }
}
