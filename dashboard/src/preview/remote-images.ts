const attribute = /<[a-z][^>]*\s(?:src|srcset|poster|background)\s*=\s*["']?\s*(?:https?:)?\/\//i
const style = /url\(\s*["']?\s*(?:https?:)?\/\//i

/** Whether a message has images that would be loaded from another server. */
export const hasRemoteImages = (html: string): boolean => attribute.test(html) || style.test(html)
