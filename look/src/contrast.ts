/** The contrast ratio of two colors: WCAG 2.2, 1.4.3. Colors are written as #rrggbb. */

/** The minimum ratio for text of any size. */
export const readable = 4.5

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever is readable. One of them always reaches 4.5, because together they span 21. */
export const textOn = (ground: string): '#000000' | '#ffffff' =>
  contrast(ground, '#ffffff') >= readable ? '#ffffff' : '#000000'

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map(part => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
