import { detectMimeType } from 'nodemailer/lib/mime-funcs'

/** What the name of a file says about its content: application/octet-stream where it says nothing. */
export const mediaTypeOf = (filename: string): string => detectMimeType(filename)
