/** An internal header with the visitor's address, as the server determined it. */
export const addressHeader = 'x-visitor-address'
