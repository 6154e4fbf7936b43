/** The list that a broadcast belongs to. */
export const backToBroadcasts = { to: '/broadcasts', name: 'Broadcasts' } as const
