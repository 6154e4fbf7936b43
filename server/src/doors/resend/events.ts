import { Type } from 'typebox'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'

export const eventOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/events/send',
    standsFor: 'recordEventByEmail',
    status: 202,
    body: Type.Object({
      event: Type.String(),
      contact_id: Maybe(Type.String()),
      email: Maybe(Type.String()),
      payload: Maybe(Type.Record(Type.String(), Type.Unknown())),
    }),
    async answer({ body: { event, contact_id, email, payload }, ask }) {
      await ask('recordEventByEmail', { body: { event, ...given({ contact_id, email, data: payload }) } })
      return { object: 'event', event }
    },
  }),
]
