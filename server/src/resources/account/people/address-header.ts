/** The header that carries the address of the visitor, which we have found out ourselves. */
export const addressHeader = 'x-visitor-address'
