const longest = 300

/** What a peer said, fit for a terminal. */
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '\ufffd').slice(0, longest)
