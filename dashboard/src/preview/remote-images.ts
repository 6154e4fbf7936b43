const attribute = /<[a-z][^>]*\s(?:src|srcset|poster|background)\s*=\s*["']?\s*(?:https?:)?\/\//i
const style = /url\(\s*["']?\s*(?:https?:)?\/\//i

/** Whether a message has pictures that would be fetched from elsewhere. */
export const hasRemoteImages = (html: string): boolean => attribute.test(html) || style.test(html)
