/** The list that a broadcast is in. */
export const back = { to: '/broadcasts', name: 'Broadcasts' } as const
