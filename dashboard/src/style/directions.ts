/**
 * A sentence with names in it, without the marks that turn the direction of text: a mark in a name would turn the words after it.
 * Names in an element of their own keep theirs: the stylesheet isolates them.
 */
export const withoutDirections = (sentence: string): string => sentence.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
