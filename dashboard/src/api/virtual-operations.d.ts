declare module 'virtual:operations' {
  export const table: Record<string, { method: string; path: string; media?: string } | undefined>
}
