export const tagAnchor = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`
