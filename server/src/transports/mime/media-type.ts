import { detectMimeType } from 'nodemailer/lib/mime-funcs'

/** The media type for a file name; application/octet-stream if unknown. */
export const mediaTypeOf = (filename: string): string => detectMimeType(filename)
