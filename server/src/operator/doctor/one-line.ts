const longest = 300

/** A peer's reply, made safe for a terminal. */
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '\ufffd').slice(0, longest)
