/** The font, Inter, for Latin letters; other scripts use a system font. */
export const fontFamily = 'Inter Variable'
/** Arial with the metrics of Inter, so that no line rewraps when the font arrives. */
export const fontFallback = 'Inter fallback'

/** The characters in the file. */
const letters =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'

/** `url` is the URL of the file. */
export const fontFace = (url: string): string => `
@font-face{font-family:"${fontFamily}";font-style:normal;font-display:swap;font-weight:100 900;src:url("${url}") format("woff2");unicode-range:${letters}}
@font-face{font-family:"${fontFallback}";src:local("Arial");ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%;size-adjust:107.06%}
`
