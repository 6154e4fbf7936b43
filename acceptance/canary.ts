/** A secret in the environment of the service: whatever shows it has read what it must not. */
export const canary = { name: 'CANARY', value: 'canary-9b1f4c62d0' } as const
