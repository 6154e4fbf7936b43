/** Eleventy ships no types; these are the parts we use. */
declare module '@11ty/eleventy' {
  export type UserConfig = {
    setLibrary(name: 'md', library: { render(source: string, surroundings: object): string }): void
    amendLibrary(name: 'md', amend: (library: { enable(rule: string): unknown }) => void): void
    addGlobalData(name: string, value: unknown): void
    addFilter(name: string, filter: (value: string) => unknown): void
    addTemplate(path: string, source: string): void
    addPassthroughCopy(paths: Record<string, string>): void
  }
  // biome-ignore lint/style/noDefaultExport: Eleventy is a default export
  export default class Eleventy {
    constructor(input: string, output: string, options: { configPath: string; quietMode: boolean })
    disableLogger(): void
    write(): Promise<unknown>
  }
}
