/** The APIs of other services that are open: those that the settings name. */
import type { AddressRule } from '#core/public-address.ts'
import { postmarkDoor } from '#doors/postmark/door.ts'
import { resendDoor } from '#doors/resend/door.ts'
import { sendgridDoor } from '#doors/sendgrid/door.ts'
import { twilioDoor } from '#doors/twilio/door.ts'
import type { Door } from '#http/door/door.ts'
import { openFileFetcher } from '#transports/webhook/fetch-file.ts'
import type { Config, DoorName } from './settings.ts'

export type OpenDoors = AsyncDisposable & { doors: readonly Door[] }

export function openDoors({ doors: names }: Pick<Config, 'doors'>, addresses: AddressRule): OpenDoors {
  const files = openFileFetcher(addresses)
  const all: Record<DoorName, () => Door> = {
    resend: () => resendDoor(files.fetch),
    sendgrid: () => sendgridDoor,
    postmark: () => postmarkDoor,
    twilio: () => twilioDoor,
  }
  return { doors: names.map(name => all[name]()), [Symbol.asyncDispose]: () => files[Symbol.asyncDispose]() }
}
