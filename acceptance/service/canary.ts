/** A secret in the environment of the service: output that contains it shows something that must not be read. */
export const canary = { name: 'CANARY', value: 'canary-9b1f4c62d0' } as const
