import type { ObjectStore } from '../object-store.ts'
import { folderStore } from './folder.ts'
import type { BodiesPlace } from './place.ts'
import { type Credentials, s3Store } from './s3.ts'

export function openObjectStore(
  place: Exclude<BodiesPlace, { kind: 'postgres' }>,
  credentials: Credentials,
): ObjectStore {
  return place.kind === 'file' ? folderStore(place.folder) : s3Store(place, credentials)
}
