/** Base64 as many libraries write it, in lines of 60 or 76 characters, on one line. */
export const withoutLineBreaks = (base64: string): string => base64.replaceAll(/[\r\n]+/g, '')
