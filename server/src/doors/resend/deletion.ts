import { type DoorOperation, doorOperation } from '#http/door/door.ts'

type Deletion =
  | 'deleteContactField'
  | 'deleteSegment'
  | 'deleteTopic'
  | 'deleteWebhook'
  | 'removeDomain'
  | 'revokeApiKey'

/** Deletes an object by its id. */
export const deletion = (path: `${string}/{id}`, standsFor: Deletion, object: string): DoorOperation =>
  doorOperation({
    method: 'DELETE',
    path,
    standsFor,
    async answer({ params: { id }, ask }) {
      await ask(standsFor, { params: { id } })
      return { object, id, deleted: true }
    },
  })
