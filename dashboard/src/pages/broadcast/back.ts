/** The list that a broadcast belongs to. */
export const back = { to: '/broadcasts', name: 'Broadcasts' } as const
